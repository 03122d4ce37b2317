import { join } from 'node:path';
import { jsonLine, objectIn, textIn } from '../json-lines.ts';
import type {
  ClientEntry,
  ClientRecipe,
  ClientReport,
  LaunchRequest,
  OutputReader,
  Platform,
} from '../types.ts';
import { json, mcpEntry } from './mcp-config.ts';

const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

function entry({ platform, arch }: Platform): ClientEntry | undefined {
  const target = targets[`${platform}-${arch}`];
  if (target === undefined) return undefined;
  const program = platform === 'win32' ? 'codex.exe' : 'codex';
  return {
    kind: 'native',
    path: `node_modules/@openai/codex-${platform}-${arch}/vendor/${target}/bin/${program}`,
  };
}

type Toml = string | number | boolean | readonly Toml[] | { readonly [key: string]: Toml };

/** A value as `-c key=value` wants it. JSON strings are TOML strings. */
const toml = (value: Toml): string => {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(toml).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}=${toml(inner)}`)
    .join(',')}}`;
};
const isList = (value: object): value is readonly Toml[] => Array.isArray(value);

const set = (key: string, value: Toml): readonly string[] => ['-c', `${key}=${toml(value)}`];

/** The model decides the form: one that is known for code mode, one with tool search, one that Codex has never heard of. */
const models = { exec: undefined, search: 'gpt-5.5', direct: 'throughline-script', flat: undefined } as const;

const PROVIDER = 'throughline';
const KEY = 'THROUGHLINE_PROVIDER_KEY';

function providerArgs({ way, providerUrl }: LaunchRequest): readonly string[] {
  if (way.login === 'chatgpt') {
    // The built-in provider with its base moved: that is how a native login can be watched (CX-8.01).
    return [
      ...set('openai_base_url', `${providerUrl}/v1`),
      ...set('chatgpt_base_url', `${providerUrl}/backend-api/`),
      '--disable',
      'apps',
    ];
  }
  return [
    ...set('model_provider', PROVIDER),
    ...set(`model_providers.${PROVIDER}`, {
      name: PROVIDER,
      base_url: `${providerUrl}/v1`,
      env_key: KEY,
      wire_api: 'responses',
      supports_websockets: way.transport === 'websocket',
      request_max_retries: 0,
      stream_max_retries: 1,
    }),
  ];
}

/** A ChatGPT login as Codex stores it; the token is made up and unsigned. */
const authFile = ({ key, now }: LaunchRequest): string =>
  json({
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: { id_token: key, access_token: key, refresh_token: 'synthetic', account_id: 'acct_synthetic' },
    last_refresh: now.toISOString(),
  });

export const codex: ClientRecipe = {
  id: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  versions: ['0.154.0', '0.171.0'],
  licence: 'Apache-2.0',
  program: 'codex',
  entry,
  versionPattern: /^codex(?:-cli)? (\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/m,
  allowsBy: 'mcp_servers.SERVER.default_tools_approval_mode="approve"',
  ways: [
    { wire: 'responses', transport: 'websocket', login: 'api-key' },
    { wire: 'responses', transport: 'http', login: 'api-key' },
    { wire: 'responses', transport: 'websocket', login: 'chatgpt' },
  ],
  modelClasses: ['exec', 'search', 'direct'],
  children: 'at-once',
  asShipped: { '0.154.0': 'exec', '0.171.0': 'exec' },
  loginPattern: /Not logged in|codex login|401 Unauthorized|Missing environment variable/,
  outside: ['github.com', 'api.github.com', 'chatgpt.com'],
  managed: ['/etc/codex'],
  launch: (request) => {
    const { scratch, server, way } = request;
    const home = join(scratch.home, '.codex');
    const model = request.modelClass === undefined ? undefined : models[request.modelClass];
    return {
      args: [
        'exec',
        '--ignore-user-config',
        '--skip-git-repo-check',
        '--ephemeral',
        '--json',
        '-s',
        'read-only',
        ...(model === undefined ? [] : ['-m', model]),
        ...providerArgs(request),
        ...set(`mcp_servers.${server.name}`, {
          ...mcpEntry(server),
          ...(request.required ? { required: true } : {}),
          ...(request.approve ? { default_tools_approval_mode: 'approve' } : {}),
        }),
        ...set('analytics.enabled', false),
        '--disable',
        'hooks',
        '--disable',
        'plugins',
        request.prompt,
      ],
      env: { CODEX_HOME: home, ...(way.login === 'chatgpt' ? {} : { [KEY]: request.key }) },
      folders: [home],
      files: way.login === 'chatgpt' ? [{ path: join(home, 'auth.json'), text: authFile(request) }] : [],
    };
  },
  reader: createCodexReader,
};

/** `codex exec --json`: one event a line. */
function createCodexReader(): OutputReader {
  let thread: string | undefined;
  let final: string | undefined;
  let complaint: string | undefined;

  const itemReports = (item: Record<string, unknown>, done: boolean): ClientReport[] => {
    if (item['type'] === 'agent_message' && done) final = textIn(item, 'text') ?? final;
    if (item['type'] !== 'mcp_tool_call') return [];
    const [server, tool, id] = [textIn(item, 'server'), textIn(item, 'tool'), textIn(item, 'id')];
    const call = { server, tool, thread, item: id };
    if (!done) return [{ what: 'callStarted', ...call }];
    const refused = (textIn(objectIn(item, 'error'), 'message') ?? '').includes('requires approval');
    return [
      ...(refused ? [{ what: 'permissionDenied', ...call } as const] : []),
      { what: 'callFinished', ...call, status: item['status'] === 'completed' ? 'completed' : 'failed' },
    ];
  };

  return {
    line: (text) => {
      const event = jsonLine(text);
      switch (event?.['type']) {
        case 'thread.started':
          thread = textIn(event, 'thread_id');
          return [{ what: 'threadStarted', thread }];
        case 'turn.started':
          return [{ what: 'turnStarted', thread }];
        case 'turn.completed':
          return [{ what: 'turnCompleted', thread }];
        case 'turn.failed':
          complaint = textIn(objectIn(event, 'error'), 'message');
          return [{ what: 'turnFailed', thread }];
        case 'item.started':
          return itemReports(objectIn(event, 'item'), false);
        case 'item.completed':
          return itemReports(objectIn(event, 'item'), true);
        default:
          return [];
      }
    },
    end: () => [],
    finalText: () => final,
    complaint: () => complaint,
  };
}
