import { join } from 'node:path';
import type { ClientRecipe, OutputReader } from '../types.ts';
import { json, mcpEntry } from './mcp-config.ts';

export const continueCli: ClientRecipe = {
  id: 'continue',
  title: 'Continue',
  package: '@continuedev/cli',
  versions: ['1.5.47'],
  licence: 'Apache-2.0',
  program: 'cn',
  entry: () => ({ kind: 'node', path: 'node_modules/@continuedev/cli/dist/cn.js' }),
  node: 20,
  versionPattern: /(\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/,
  allowsBy: '--auto',
  ways: [{ wire: 'chat', transport: 'http', login: 'api-key' }],
  modelClasses: [],
  children: { none: 'It shows its model no tool that starts an agent.' },
  saysNoTurns: true,
  outside: ['api.continue.dev'],
  managed: [],
  launch: ({ scratch, server, approve, providerUrl, key, prompt }) => {
    const config = join(scratch.root, 'config.yaml');
    return {
      args: ['--config', config, '-p', ...(approve ? ['--auto'] : []), prompt],
      env: {
        CONTINUE_TELEMETRY_ENABLED: '0',
        CONTINUE_CLI_ENABLE_TELEMETRY: '0',
        CONTINUE_GLOBAL_DIR: join(scratch.home, '.continue'),
      },
      files: [
        {
          path: config,
          // JSON is YAML.
          text: json({
            name: 'probe',
            version: '1.0.0',
            schema: 'v1',
            models: [
              {
                name: 'Script',
                provider: 'openai',
                model: 'throughline-script',
                apiBase: `${providerUrl}/v1`,
                apiKey: key,
                roles: ['chat'],
                capabilities: ['tool_use'],
              },
            ],
            mcpServers: [{ name: server.name, ...mcpEntry(server) }],
          }),
        },
      ],
    };
  },
  reader: createPlainReader,
};

/** It prints its last answer and nothing that a machine could read. */
function createPlainReader(): OutputReader {
  const lines: string[] = [];
  return {
    line: (text) => {
      lines.push(text);
      return [];
    },
    end: () => [],
    finalText: () => lines.join('\n').trim() || undefined,
  };
}
