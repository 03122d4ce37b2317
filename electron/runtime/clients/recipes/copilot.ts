import { join } from 'node:path';
import type { ClientEntry, ClientRecipe, LaunchRequest, Platform } from '../types.ts';
import { createCopilotReader } from './copilot-output.ts';
import { json, mcpEntry } from './mcp-config.ts';

function entry({ platform, arch, musl }: Platform): ClientEntry | undefined {
  if (arch !== 'x64' && arch !== 'arm64') return undefined;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') return undefined;
  const system = platform === 'linux' && musl ? 'linuxmusl' : platform;
  const program = platform === 'win32' ? 'copilot.exe' : 'copilot';
  return { kind: 'native', path: `node_modules/@github/copilot-${system}-${arch}/${program}` };
}

/** Bring your own key: which wire it then speaks. */
function provider({ way, providerUrl, key }: LaunchRequest): Record<string, string> {
  const isMessages = way.wire === 'messages';
  return {
    COPILOT_PROVIDER_TYPE: isMessages ? 'anthropic' : 'openai',
    COPILOT_PROVIDER_BASE_URL: isMessages ? providerUrl : `${providerUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: key,
    ...(way.wire === 'responses' ? { COPILOT_PROVIDER_WIRE_API: 'responses' } : {}),
    ...(way.transport === 'websocket' ? { COPILOT_PROVIDER_TRANSPORT: 'websockets' } : {}),
  };
}

export const copilot: ClientRecipe = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  package: '@github/copilot',
  versions: ['1.0.102'],
  licence: 'proprietary, see its LICENSE.md',
  program: 'copilot',
  entry,
  versionPattern: /(\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/,
  allowsBy: '--allow-tool SERVER',
  ways: [
    { wire: 'chat', transport: 'http', login: 'api-key' },
    { wire: 'messages', transport: 'http', login: 'api-key' },
    { wire: 'responses', transport: 'http', login: 'api-key' },
    { wire: 'responses', transport: 'websocket', login: 'api-key' },
  ],
  modelClasses: [],
  children: 'after-reply',
  loginPattern: /Authentication failed/,
  outside: [],
  managed: [],
  launch: (request) => {
    const { scratch, server, approve } = request;
    const config = join(scratch.root, 'mcp.json');
    return {
      args: [
        '--additional-mcp-config',
        `@${config}`,
        '--disable-builtin-mcps',
        '--no-custom-instructions',
        '--no-auto-update',
        '--output-format',
        'json',
        ...(approve ? ['--allow-tool', server.name] : []),
        '-p',
        request.prompt,
      ],
      env: {
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_HOME: join(scratch.home, '.copilot'),
        COPILOT_MODEL: 'throughline-script',
        ...provider(request),
      },
      files: [
        {
          path: config,
          text: json({ mcpServers: { [server.name]: { type: 'local', ...mcpEntry(server), tools: ['*'] } } }),
        },
      ],
    };
  },
  reader: createCopilotReader,
};
