import { isAbsolute, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelClass } from '../../../../shared/hosts/index.ts';
import type { ClientId, LaunchPlan, LaunchRequest } from '../types.ts';
import { recipeOf, recipes } from './index.ts';

const scratch = { root: '/s', home: '/s/home', work: '/s/work', temp: '/s/temp' };

const request = (id: ClientId, more: Partial<LaunchRequest> = {}): LaunchRequest => {
  const recipe = recipeOf(id);
  const [way] = recipe?.ways ?? [];
  if (recipe === undefined || way === undefined) throw new Error(`no recipe ${id}`);
  return {
    version: recipe.versions.at(-1) ?? '',
    scratch,
    providerUrl: 'http://127.0.0.1:4711',
    key: 'throughline-key',
    way,
    prompt: 'Reply with OK.',
    server: { name: 'shape_probe', command: '/n/node', args: ['tap', '--', 'server'], env: {} },
    tools: ['lookup'],
    approve: true,
    required: true,
    now: new Date('2026-01-02T03:04:05Z'),
    ...more,
  };
};

const launch = (id: ClientId, more: Partial<LaunchRequest> = {}): LaunchPlan => {
  const recipe = recipeOf(id);
  if (recipe === undefined) throw new Error(`no recipe ${id}`);
  return recipe.launch(request(id, more));
};

const files = (plan: LaunchPlan): Record<string, unknown> =>
  Object.fromEntries(plan.files.map(({ path, text }) => [path, JSON.parse(text)]));

describe('the recipe of Claude Code', () => {
  it('is this line, this environment and this file', () => {
    const plan = launch('claude', { version: '2.1.268' });
    expect(plan.args).toEqual([
      '--print',
      '--strict-mcp-config',
      '--mcp-config=/s/mcp.json',
      '--no-session-persistence',
      '--settings',
      '{"disableAllHooks":true}',
      '--output-format',
      'stream-json',
      '--verbose',
      '--allowedTools',
      'mcp__shape_probe__lookup',
      '--',
      'Reply with OK.',
    ]);
    expect(plan.env).toEqual({
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:4711',
      ANTHROPIC_API_KEY: 'throughline-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
    });
    expect(files(plan)).toEqual({
      '/s/mcp.json': { mcpServers: { shape_probe: { command: '/n/node', args: ['tap', '--', 'server'] } } },
    });
  });

  it('asks for a form of the tools only where the version would not show it by itself', () => {
    const search = (version: string, modelClass?: ModelClass) =>
      launch('claude', { version, modelClass }).env['ENABLE_TOOL_SEARCH'];
    expect(search('2.1.268')).toBeUndefined();
    expect(search('2.1.268', 'flat')).toBeUndefined();
    expect(search('2.1.268', 'search')).toBe('true');
    expect(search('2.1.332', 'search')).toBeUndefined();
    expect(search('2.1.332', 'flat')).toBe('false');
    expect(search('2.1.300', 'flat')).toBe('false');
    expect(search('2.1.300', 'search')).toBe('true');
  });

  it('can show a token in place of a key, and can leave every call to the client', () => {
    const way = { wire: 'messages', transport: 'http', login: 'auth-token' } as const;
    const plan = launch('claude', { way, approve: false });
    expect(plan.env['ANTHROPIC_AUTH_TOKEN']).toBe('throughline-key');
    expect(plan.env['ANTHROPIC_API_KEY']).toBeUndefined();
    expect(plan.args).not.toContain('--allowedTools');
  });
});

describe('the recipe of Codex', () => {
  it('is this line, this environment and one folder', () => {
    const plan = launch('codex', { version: '0.154.0' });
    expect(plan.args).toEqual([
      'exec',
      '--ignore-user-config',
      '--skip-git-repo-check',
      '--ephemeral',
      '--json',
      '-s',
      'read-only',
      '-c',
      'model_provider="throughline"',
      '-c',
      'model_providers.throughline={"name"="throughline","base_url"="http://127.0.0.1:4711/v1","env_key"="THROUGHLINE_PROVIDER_KEY","wire_api"="responses","supports_websockets"=true,"request_max_retries"=0,"stream_max_retries"=1}',
      '-c',
      'mcp_servers.shape_probe={"command"="/n/node","args"=["tap","--","server"],"required"=true,"default_tools_approval_mode"="approve"}',
      '-c',
      'analytics.enabled=false',
      '--disable',
      'hooks',
      '--disable',
      'plugins',
      'Reply with OK.',
    ]);
    expect(plan.env).toEqual({ CODEX_HOME: '/s/home/.codex', THROUGHLINE_PROVIDER_KEY: 'throughline-key' });
    expect(plan).toMatchObject({ files: [], folders: ['/s/home/.codex'] });
  });

  it('chooses the form of the tools by the model', () => {
    const model = (modelClass?: ModelClass): string | undefined => {
      const { args } = launch('codex', { modelClass });
      return args.includes('-m') ? args[args.indexOf('-m') + 1] : undefined;
    };
    expect([model(), model('exec'), model('search'), model('direct')]).toEqual([
      undefined,
      undefined,
      'gpt-5.5',
      'throughline-script',
    ]);
  });

  it('can do without sockets, and can be logged in with a made-up account', () => {
    const plain = launch('codex', { way: { wire: 'responses', transport: 'http', login: 'api-key' } });
    expect(plain.args.join(' ')).toContain('"supports_websockets"=false');

    const login = launch('codex', { way: { wire: 'responses', transport: 'websocket', login: 'chatgpt' } });
    expect(login.args).toContain('openai_base_url="http://127.0.0.1:4711/v1"');
    expect(login.args).toContain('chatgpt_base_url="http://127.0.0.1:4711/backend-api/"');
    expect(login.args.join(' ')).not.toContain('model_provider');
    expect(login.env).toEqual({ CODEX_HOME: '/s/home/.codex' });
    expect(files(login)).toEqual({
      '/s/home/.codex/auth.json': {
        auth_mode: 'chatgpt',
        OPENAI_API_KEY: null,
        tokens: {
          id_token: 'throughline-key',
          access_token: 'throughline-key',
          refresh_token: 'synthetic',
          account_id: 'acct_synthetic',
        },
        last_refresh: '2026-01-02T03:04:05.000Z',
      },
    });
  });
});

describe('the other recipes', () => {
  it('are these lines and environments', () => {
    const lines = Object.fromEntries(
      recipes
        .filter(({ id }) => id !== 'claude' && id !== 'codex')
        .map(({ id }) => [
          id,
          { args: launch(id).args, env: launch(id).env, files: Object.keys(files(launch(id))) },
        ]),
    );
    expect(lines).toEqual({
      gemini: {
        args: [
          '--skip-trust',
          '-m',
          'gemini-2.5-flash',
          '-o',
          'json',
          '--allowed-mcp-server-names',
          'shape_probe',
          '-p',
          'Reply with OK.',
        ],
        env: { GEMINI_API_KEY: 'throughline-key', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4711' },
        files: ['/s/home/.gemini/settings.json'],
      },
      opencode: {
        args: [
          'run',
          '--pure',
          '--format',
          'json',
          '--print-logs',
          '--log-level',
          'WARN',
          '--title',
          'probe',
          '-m',
          'throughline/throughline-script',
          'Reply with OK.',
        ],
        env: {
          OPENCODE_CONFIG: '/s/opencode.json',
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
          OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
          XDG_CONFIG_HOME: '/s/home/.config',
          XDG_DATA_HOME: '/s/home/.local/share',
          XDG_CACHE_HOME: '/s/home/.cache',
          XDG_STATE_HOME: '/s/home/.local/state',
        },
        files: ['/s/opencode.json'],
      },
      qwen: {
        args: ['--auth-type', 'openai', '-o', 'stream-json', '-p', 'Reply with OK.'],
        env: {
          OPENAI_API_KEY: 'throughline-key',
          OPENAI_BASE_URL: 'http://127.0.0.1:4711/v1',
          OPENAI_MODEL: 'throughline-script',
        },
        files: ['/s/home/.qwen/settings.json'],
      },
      copilot: {
        args: [
          '--additional-mcp-config',
          '@/s/mcp.json',
          '--disable-builtin-mcps',
          '--no-custom-instructions',
          '--no-auto-update',
          '--output-format',
          'json',
          '--allow-tool',
          'shape_probe',
          '-p',
          'Reply with OK.',
        ],
        env: {
          COPILOT_OFFLINE: 'true',
          COPILOT_AUTO_UPDATE: 'false',
          COPILOT_HOME: '/s/home/.copilot',
          COPILOT_MODEL: 'throughline-script',
          COPILOT_PROVIDER_TYPE: 'openai',
          COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:4711/v1',
          COPILOT_PROVIDER_API_KEY: 'throughline-key',
        },
        files: ['/s/mcp.json'],
      },
      cline: {
        args: ['--json', '-P', 'openai-compatible', '-m', 'throughline-script', '-t', '50', 'Reply with OK.'],
        env: { CLINE_TELEMETRY_DISABLED: '1' },
        files: [
          '/s/home/.cline/data/settings/cline_mcp_settings.json',
          '/s/home/.cline/data/settings/providers.json',
        ],
      },
      continue: {
        args: ['--config', '/s/config.yaml', '-p', '--auto', 'Reply with OK.'],
        env: {
          CONTINUE_TELEMETRY_ENABLED: '0',
          CONTINUE_CLI_ENABLE_TELEMETRY: '0',
          CONTINUE_GLOBAL_DIR: '/s/home/.continue',
        },
        files: ['/s/config.yaml'],
      },
    });
  });
});

/** Every launch that the recipes allow. */
const everything = recipes.flatMap((recipe) =>
  recipe.ways.flatMap((way) =>
    [undefined, ...recipe.modelClasses].flatMap((modelClass) =>
      [true, false].map((approve) => ({ recipe, request: request(recipe.id, { way, modelClass, approve }) })),
    ),
  ),
);

describe('every recipe, in every way', () => {
  it('writes inside the scratch folders only', () => {
    for (const { recipe, request: one } of everything) {
      const plan = recipe.launch(one);
      for (const path of [...plan.files.map(({ path: file }) => file), ...(plan.folders ?? [])]) {
        expect(isAbsolute(path)).toBe(true);
        expect(relative(scratch.root, path)).not.toMatch(/^\.\.|^\//);
      }
    }
  });

  it('is told to allow calls by what it says, and by nothing where it says nothing', () => {
    for (const { recipe, request: one } of everything) {
      const { allowsBy } = recipe;
      const word = /[\w-]+$/.exec(allowsBy?.split(/[ =]/)[0] ?? '')?.[0];
      const told = word === undefined ? /approv|allow|trust/i : new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
      const plan = JSON.stringify(recipe.launch(one));
      // One that allows all by itself is told the contrary only.
      const isTold = told.test(word === undefined && !one.approve ? '' : plan);
      expect(isTold).toBe(word !== undefined && one.approve);
    }
  });

  it('depends on the request alone', () => {
    process.env['ANTHROPIC_API_KEY'] = 'canary';
    process.env['OPENAI_API_KEY'] = 'canary';
    for (const { recipe, request: one } of everything) {
      const plan = recipe.launch(one);
      expect(JSON.stringify(plan)).not.toContain('canary');
      expect(recipe.launch(one)).toEqual(plan);
    }
    delete process.env['ANTHROPIC_API_KEY'];
    delete process.env['OPENAI_API_KEY'];
  });

  it('hands over key, provider, server and prompt, and hides the key from the command line', () => {
    for (const { recipe, request: one } of everything) {
      const plan = recipe.launch(one);
      const handed = JSON.stringify([plan.env, plan.files]);
      expect(handed).toContain(one.key);
      expect(plan.args.join(' ')).not.toContain(one.key);
      expect(JSON.stringify(plan)).toContain('127.0.0.1:4711');
      expect(JSON.stringify(plan)).toContain('/n/node');
      expect(plan.args.at(-1)).toBe(one.prompt);
    }
  });

  it('knows its program on the systems that it has builds for', () => {
    const linux = { platform: 'linux', arch: 'x64', musl: false } as const;
    expect(Object.fromEntries(recipes.map(({ id, entry }) => [id, entry(linux)?.path]))).toEqual({
      claude: 'node_modules/@anthropic-ai/claude-code-linux-x64/claude',
      codex: 'node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
      gemini: 'node_modules/@google/gemini-cli/bundle/gemini.js',
      opencode: 'node_modules/opencode-linux-x64/bin/opencode',
      qwen: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
      copilot: 'node_modules/@github/copilot-linux-x64/copilot',
      cline: 'node_modules/@cline/cli-linux-x64/bin/cline',
      continue: 'node_modules/@continuedev/cli/dist/cn.js',
    });
    for (const { entry, node } of recipes) {
      const strange = entry({ platform: 'aix', arch: 'ppc64', musl: false });
      expect(strange === undefined).toBe(node === undefined);
    }
  });
});
