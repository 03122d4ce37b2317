import { join } from 'node:path';
import type { ClientRecipe } from '../types.ts';
import { json, mcpEntry } from './mcp-config.ts';
import { createStreamJsonReader } from './stream-json.ts';

export const qwen: ClientRecipe = {
  id: 'qwen',
  title: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  versions: ['0.24.4'],
  licence: 'no licence given',
  program: 'qwen',
  entry: () => ({ kind: 'node', path: 'node_modules/@qwen-code/qwen-code/cli-entry.js' }),
  node: 22,
  versionPattern: /^(\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/m,
  allowsBy: 'mcpServers.SERVER.trust=true',
  ways: [{ wire: 'chat', transport: 'http', login: 'api-key' }],
  modelClasses: [],
  children: { none: 'A call that its agent makes was never seen to reach a server.' },
  loginPattern: /Missing API key/,
  outside: [],
  managed: ['/etc/qwen-code', '/Library/Application Support/QwenCode'],
  launch: ({ scratch, server, approve, providerUrl, key, prompt }) => ({
    args: ['--auth-type', 'openai', '-o', 'stream-json', '-p', prompt],
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${providerUrl}/v1`, OPENAI_MODEL: 'throughline-script' },
    files: [
      {
        path: join(scratch.home, '.qwen', 'settings.json'),
        text: json({
          security: { auth: { selectedType: 'openai' } },
          general: { disableAutoUpdate: true, enableAutoUpdate: false },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          mcpServers: { [server.name]: { ...mcpEntry(server), ...(approve ? { trust: true } : {}) } },
        }),
      },
    ],
  }),
  reader: (server) =>
    createStreamJsonReader((name) => {
      const prefix = `mcp__${server}__`;
      return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
    }, false),
};
