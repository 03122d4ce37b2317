import { join } from 'node:path';
import type { ClientEntry, ClientRecipe, ClientWire, LaunchRequest, Platform } from '../types.ts';
import { json } from './mcp-config.ts';
import { createOpencodeReader } from './opencode-output.ts';

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

function entry({ platform, arch, musl }: Platform): ClientEntry | undefined {
  const system = systems[platform];
  if (system === undefined || (arch !== 'x64' && arch !== 'arm64')) return undefined;
  const folder = `node_modules/opencode-${system}-${arch}${platform === 'linux' && musl ? '-musl' : ''}`;
  return { kind: 'native', path: `${folder}/bin/${platform === 'win32' ? 'opencode.exe' : 'opencode'}` };
}

/** The provider packages that it carries; each speaks one wire. */
const packages: Readonly<Record<ClientWire, string>> = {
  chat: '@ai-sdk/openai-compatible',
  messages: '@ai-sdk/anthropic',
  responses: '@ai-sdk/openai',
  gemini: '@ai-sdk/google',
};

const basePath: Readonly<Record<ClientWire, string>> = {
  chat: '/v1',
  messages: '/v1',
  responses: '/v1',
  gemini: '/v1beta',
};

const PROVIDER = 'throughline';
const MODEL = 'throughline-script';

const configuration = ({ way, providerUrl, key, server }: LaunchRequest): string =>
  json({
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    model: `${PROVIDER}/${MODEL}`,
    small_model: `${PROVIDER}/${MODEL}`,
    provider: {
      [PROVIDER]: {
        npm: packages[way.wire],
        name: 'Throughline',
        options: { baseURL: `${providerUrl}${basePath[way.wire]}`, apiKey: key },
        models: { [MODEL]: { name: 'Script' } },
      },
    },
    mcp: {
      [server.name]: {
        type: 'local',
        command: [server.command, ...server.args],
        ...(Object.keys(server.env).length === 0 ? {} : { environment: server.env }),
        enabled: true,
      },
    },
  });

export const opencode: ClientRecipe = {
  id: 'opencode',
  title: 'OpenCode',
  package: 'opencode-ai',
  versions: ['1.18.33'],
  licence: 'MIT',
  program: 'opencode',
  entry,
  versionPattern: /^(\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/m,
  ways: [
    { wire: 'chat', transport: 'http', login: 'api-key' },
    { wire: 'messages', transport: 'http', login: 'api-key' },
    { wire: 'responses', transport: 'http', login: 'api-key' },
    { wire: 'gemini', transport: 'http', login: 'api-key' },
  ],
  modelClasses: [],
  children: 'at-once',
  outside: ['registry.npmjs.org'],
  managed: ['/etc/opencode'],
  launch: (request) => {
    const { home, root } = request.scratch;
    const config = join(root, 'opencode.json');
    return {
      args: [
        'run',
        '--pure',
        '--format',
        'json',
        '--print-logs',
        '--log-level',
        'WARN',
        // Saves the request that would think of a title.
        '--title',
        'probe',
        '-m',
        `${PROVIDER}/${MODEL}`,
        request.prompt,
      ],
      env: {
        OPENCODE_CONFIG: config,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_DATA_HOME: join(home, '.local', 'share'),
        XDG_CACHE_HOME: join(home, '.cache'),
        XDG_STATE_HOME: join(home, '.local', 'state'),
      },
      files: [{ path: config, text: configuration(request) }],
    };
  },
  reader: createOpencodeReader,
};
