import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, runReal } from './harness.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step();
});

/** Read long before they were written: the first reading since moves the time of access (relatime). */
const accessed = new Date('2001-01-01T00:00:00Z');
const written = new Date('2002-02-02T00:00:00Z');

interface Seen {
  readonly path: string;
  readonly text: string;
  readonly readAt: number;
  readonly writtenAt: number;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/** Times first: looking at the text is reading. */
const look = (folder: string): Seen[] =>
  filesBelow(folder).map((path) => {
    const { atimeMs, mtimeMs } = statSync(path);
    return { path, readAt: atimeMs, writtenAt: mtimeMs, text: readFileSync(path, 'utf8') };
  });

/** A home in which every settings file of a client leads astray, and an environment that does the same. */
async function trapHome() {
  const home = mkdtempSync(join(tmpdir(), 'trap-home-'));
  const marks = mkdtempSync(join(tmpdir(), 'trap-marks-'));
  let knocks = 0;
  const server = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const trapUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const touch = (name: string): string => `touch '${join(marks, name)}'`;
  const server_ = (name: string) => ({ command: '/bin/sh', args: ['-c', touch(name)] });
  const files: Record<string, string> = {
    '.claude.json': JSON.stringify({
      hasCompletedOnboarding: true,
      mcpServers: { trap: server_('claude-server') },
    }),
    '.claude/settings.json': JSON.stringify({
      apiKeyHelper: touch('claude-helper'),
      env: { ANTHROPIC_BASE_URL: trapUrl },
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: touch('claude-hook') }] }] },
    }),
    '.claude/CLAUDE.md': 'Canary instructions.',
    '.codex/config.toml': `notify = ["/bin/sh", "-c", ${JSON.stringify(touch('codex-notify'))}]\nmodel_provider = "trap"\n[model_providers.trap]\nname = "trap"\nbase_url = "${trapUrl}/v1"\n[mcp_servers.trap]\ncommand = "/bin/sh"\nargs = ["-c", ${JSON.stringify(touch('codex-server'))}]\n`,
    '.codex/auth.json': JSON.stringify({ OPENAI_API_KEY: 'canary' }),
    '.codex/AGENTS.md': 'Canary instructions.',
    '.gemini/settings.json': JSON.stringify({ mcpServers: { trap: server_('gemini-server') } }),
    '.gemini/.env': `GOOGLE_GEMINI_BASE_URL=${trapUrl}`,
    '.config/opencode/opencode.json': JSON.stringify({
      mcp: { trap: { type: 'local', command: ['/bin/sh', '-c', touch('opencode-server')], enabled: true } },
    }),
    '.local/share/opencode/auth.json': JSON.stringify({ throughline: { type: 'api', key: 'canary' } }),
    '.qwen/settings.json': JSON.stringify({ mcpServers: { trap: server_('qwen-server') } }),
    '.qwen/.env': `OPENAI_BASE_URL=${trapUrl}`,
    '.copilot/mcp-config.json': JSON.stringify({
      mcpServers: { trap: { type: 'local', ...server_('copilot-server'), tools: ['*'] } },
    }),
    '.cline/data/settings/cline_mcp_settings.json': JSON.stringify({
      mcpServers: { trap: { transport: { type: 'stdio', ...server_('cline-server') } } },
    }),
    '.continue/config.yaml': JSON.stringify({
      mcpServers: [{ name: 'trap', ...server_('continue-server') }],
    }),
    '.bashrc': touch('bashrc'),
    '.profile': touch('profile'),
    '.gitconfig': '[core]\n\tfsmonitor = true\n',
    'trap.js': `require('node:fs').writeFileSync(${JSON.stringify(join(marks, 'node-options'))}, '')`,
    'env.sh': touch('env-file'),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
    utimesSync(join(home, name), accessed, written);
  }
  const environment: Record<string, string> = {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CODEX_HOME: join(home, '.codex'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    OPENCODE_CONFIG: join(home, '.config', 'opencode', 'opencode.json'),
    COPILOT_HOME: join(home, '.copilot'),
    COPILOT_PROVIDER_BASE_URL: trapUrl,
    CLINE_DIR: join(home, '.cline'),
    CONTINUE_GLOBAL_DIR: join(home, '.continue'),
    GEMINI_API_KEY: 'canary',
    GOOGLE_GEMINI_BASE_URL: trapUrl,
    ANTHROPIC_API_KEY: 'canary',
    ANTHROPIC_BASE_URL: trapUrl,
    OPENAI_API_KEY: 'canary',
    OPENAI_BASE_URL: trapUrl,
    HTTP_PROXY: trapUrl,
    HTTPS_PROXY: trapUrl,
    NODE_OPTIONS: `--require ${join(home, 'trap.js')}`,
    BASH_ENV: join(home, 'env.sh'),
    ENV: join(home, 'env.sh'),
  };
  const before = new Map(Object.keys(environment).map((name) => [name, process.env[name]]));
  Object.assign(process.env, environment);
  undo.push(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    server.close();
    for (const folder of [home, marks]) rmSync(folder, { recursive: true, force: true });
  });
  const set = Object.entries(files)
    .map(([name, text]) => ({
      path: join(home, name),
      text,
      readAt: accessed.getTime(),
      writtenAt: written.getTime(),
    }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
  return { home, set, knocks: () => knocks, marks: () => readdirSync(marks) };
}

const subjects = [
  ['claude', '2.1.268'],
  ['claude', '2.1.332'],
  ['codex', '0.154.0'],
  ['codex', '0.171.0'],
  ['gemini', '0.61.0'],
  ['opencode', '1.18.33'],
  ['qwen', '0.24.4'],
  ['copilot', '1.0.102'],
  ['cline', '3.0.65'],
  ['continue', '1.5.47'],
] as const;

describe.runIf(process.platform !== 'win32')('a booby-trapped home', () => {
  it('tells when one of its files is read', async () => {
    const trap = await trapHome();
    const [first] = trap.set;
    readFileSync(first?.path ?? '');
    expect(look(trap.home)[0]?.readAt).not.toBe(first?.readAt);
  });

  for (const [id, version] of subjects) {
    // Without namespaces nothing hides the home: then the environment and the arguments alone have to keep the client from it.
    for (const isolation of ['auto', 'none'] as const) {
      it(`is neither read nor changed by ${id}@${version} (isolation ${isolation})`, async ({ skip }) => {
        const client = await clientFor(id, version, skip);
        const trap = await trapHome();
        const run = await runReal(client, { more: { isolation } });
        const after = look(trap.home);
        expect(run.run).toMatchObject({ exit: 0, ending: 'exited' });
        expect(run.finalEquals).toBe(true);
        expect(trap.marks()).toEqual([]);
        expect(trap.knocks()).toBe(0);
        expect(after).toEqual(trap.set);
        expect(JSON.stringify(run.events)).not.toMatch(/canary/i);
      });
    }
  }
});
