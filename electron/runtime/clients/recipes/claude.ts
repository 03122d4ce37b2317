import { join } from 'node:path';
import { resolveHost } from '../../../../shared/hosts/index.ts';
import type { ClientEntry, ClientRecipe, LaunchRequest, Platform } from '../types.ts';
import { json, mcpEntry } from './mcp-config.ts';
import { createStreamJsonReader } from './stream-json.ts';

const builds = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64',
  'linux-x64',
  'win32-arm64',
  'win32-x64',
]);

/** The package's own program is a stub until its install script ran; the platform package holds the real one. */
function entry({ platform, arch, musl }: Platform): ClientEntry | undefined {
  const build = `${platform}-${arch}`;
  if (!builds.has(build)) return undefined;
  const folder = `node_modules/@anthropic-ai/claude-code-${build}${platform === 'linux' && musl ? '-musl' : ''}`;
  return { kind: 'native', path: `${folder}/${platform === 'win32' ? 'claude.exe' : 'claude'}` };
}

/** What the pinned versions do by themselves (measured). */
const asShipped: Readonly<Record<string, 'flat' | 'search'>> = { '2.1.268': 'flat', '2.1.332': 'search' };

function toolSearch({ modelClass, version }: LaunchRequest): Record<string, string> {
  if (modelClass === undefined || modelClass === asShipped[version]) return {};
  return { ENABLE_TOOL_SEARCH: modelClass === 'search' ? 'true' : 'false' };
}

const ruleOf = (server: string, tool: string): string =>
  resolveHost('claude')?.profile.names([{ server, tool }])[0]?.name ?? `mcp__${server}__${tool}`;

export const claude: ClientRecipe = {
  id: 'claude',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  versions: ['2.1.268', '2.1.332'],
  licence: 'proprietary, see its README',
  program: 'claude',
  entry,
  versionPattern: /^(\d+\.\d+\.\d+)\S* \(Claude Code\)/m,
  allowsBy: '--allowedTools mcp__SERVER__TOOL',
  ways: [
    { wire: 'messages', transport: 'http', login: 'api-key' },
    { wire: 'messages', transport: 'http', login: 'auth-token' },
  ],
  modelClasses: ['flat', 'search'],
  children: 'at-once',
  asShipped,
  loginPattern: /Not logged in|Please run \/login|Invalid API key/,
  outside: ['api.anthropic.com'],
  managed: ['/etc/claude-code', '/Library/Application Support/ClaudeCode'],
  launch: (request) => {
    const { scratch, server } = request;
    const config = join(scratch.root, 'mcp.json');
    const rules = request.approve ? request.tools.map((tool) => ruleOf(server.name, tool)) : [];
    return {
      args: [
        '--print',
        '--strict-mcp-config',
        `--mcp-config=${config}`,
        '--no-session-persistence',
        '--settings',
        '{"disableAllHooks":true}',
        '--output-format',
        'stream-json',
        '--verbose',
        ...(rules.length === 0 ? [] : ['--allowedTools', rules.join(',')]),
        '--',
        request.prompt,
      ],
      env: {
        ANTHROPIC_BASE_URL: request.providerUrl,
        [request.way.login === 'auth-token' ? 'ANTHROPIC_AUTH_TOKEN' : 'ANTHROPIC_API_KEY']: request.key,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // By itself it tries ten times, for minutes.
        CLAUDE_CODE_MAX_RETRIES: '1',
        ...toolSearch(request),
      },
      files: [{ path: config, text: json({ mcpServers: { [server.name]: mcpEntry(server) } }) }],
    };
  },
  reader: (server) => createStreamJsonReader((name) => toolOf(name, server), true),
};

function toolOf(name: string, server: string): string | undefined {
  const prefix = ruleOf(server, '');
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
