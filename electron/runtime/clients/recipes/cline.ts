import { join } from 'node:path';
import type { ClientEntry, ClientRecipe, Platform } from '../types.ts';
import { createClineReader } from './cline-output.ts';
import { json, mcpEntry } from './mcp-config.ts';

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

function entry({ platform, arch, musl }: Platform): ClientEntry | undefined {
  const system = systems[platform];
  if (system === undefined || musl || (arch !== 'x64' && arch !== 'arm64')) return undefined;
  const program = platform === 'win32' ? 'cline.exe' : 'cline';
  return { kind: 'native', path: `node_modules/@cline/cli-${system}-${arch}/bin/${program}` };
}

const PROVIDER = 'openai-compatible';
const MODEL = 'throughline-script';

export const cline: ClientRecipe = {
  id: 'cline',
  title: 'Cline',
  package: 'cline',
  versions: ['3.0.65'],
  licence: 'Apache-2.0',
  program: 'cline',
  entry,
  versionPattern: /(\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/,
  ways: [{ wire: 'chat', transport: 'http', login: 'api-key' }],
  modelClasses: [],
  children: { none: 'A call that its agent makes was never seen to reach a server.' },
  outside: ['data.cline.bot', 'otel.cline.bot'],
  managed: [],
  launch: ({ scratch, server, approve, providerUrl, key, prompt, now }) => {
    const settings = join(scratch.home, '.cline', 'data', 'settings');
    return {
      args: [
        '--json',
        '-P',
        PROVIDER,
        '-m',
        MODEL,
        // Asking nobody is its habit; only the contrary has to be said.
        ...(approve ? [] : ['--auto-approve', 'false']),
        '-t',
        '50',
        prompt,
      ],
      env: { CLINE_TELEMETRY_DISABLED: '1' },
      files: [
        {
          path: join(settings, 'cline_mcp_settings.json'),
          text: json({
            mcpServers: { [server.name]: { transport: { type: 'stdio', ...mcpEntry(server) } } },
          }),
        },
        {
          path: join(settings, 'providers.json'),
          text: json({
            version: 1,
            lastUsedProvider: PROVIDER,
            modes: {},
            providers: {
              [PROVIDER]: {
                settings: { provider: PROVIDER, apiKey: key, model: MODEL, baseUrl: `${providerUrl}/v1` },
                updatedAt: now.toISOString(),
                tokenSource: 'manual',
              },
            },
          }),
        },
      ],
    };
  },
  reader: createClineReader,
};
