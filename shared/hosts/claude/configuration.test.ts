import { describe, expect, it } from 'vitest';
import { profileOf } from '../testing.ts';
import type { ScopedServer, ScopesInput, ServerScope, ServerTable } from '../types.ts';

const claude = profileOf('claude');
const rules = claude.configuration;
if (rules === undefined) throw new Error('Claude Code has rules of its configuration');

const at = (scope: ServerScope, name = 'srv', entry: ServerTable = { command: `${scope}-${name}` }) =>
  ({ name, scope, entry }) satisfies ScopedServer;
const scopes = (servers: readonly ScopedServer[], more: Partial<ScopesInput> = {}) =>
  rules.scopes({ servers, interactive: false, ...more });

describe('claude: servers of several scopes', () => {
  const order: readonly ServerScope[] = ['connector', 'plugin', 'user', 'project', 'local', 'run'];

  it.each(order.flatMap((weak, index) => order.slice(index + 1).map((strong) => [strong, weak] as const)))(
    'CC-1.01, CC-1.02: %s wins over %s, whole and in whatever order',
    (strong, weak) => {
      for (const servers of [
        [at(strong), at(weak)],
        [at(weak), at(strong)],
      ]) {
        expect(scopes(servers)).toMatchObject([{ name: 'srv', scope: strong, state: 'on', hides: [weak] }]);
      }
    },
  );

  it('CC-1.01: a plugin or connector that reaches what a server reaches is left out', () => {
    const entry = { type: 'http', url: 'https://a.example/mcp' };
    expect(
      scopes([at('connector', 'c', entry), at('plugin', 'p', entry), at('user', 'u', entry)]),
    ).toMatchObject([
      { name: 'u', state: 'on' },
      { name: 'p', state: 'off', reason: 'same-endpoint', rules: ['CC-1.01'] },
      { name: 'c', state: 'off', reason: 'same-endpoint' },
    ]);
    expect(scopes([at('user', 'a', entry), at('local', 'b', entry)]).map(({ state }) => state)).toEqual([
      'on',
      'on',
    ]);
  });

  it('CC-1.02: servers of the command line join the others, and in strict mode stand alone', () => {
    const servers = [at('run', 'temporary'), at('user'), at('run'), at('local', 'other')];
    expect(scopes(servers).map(({ name, scope, state }) => [name, scope, state])).toEqual([
      ['temporary', 'run', 'on'],
      ['srv', 'run', 'on'],
      ['other', 'local', 'on'],
    ]);
    expect(scopes(servers, { strict: true })).toMatchObject([
      { name: 'temporary', state: 'on' },
      { name: 'srv', state: 'on' },
      { name: 'other', state: 'off', reason: 'strict', rules: ['CC-1.02'] },
    ]);
  });

  it('CC-1.08: a file of the administrator is the only source, and denied wins over allowed', () => {
    expect(scopes([at('managed', 'm'), at('run'), at('user', 'u')])).toMatchObject([
      { name: 'm', state: 'on' },
      { name: 'srv', state: 'off', reason: 'managed-only', rules: ['CC-1.08'] },
      { name: 'u', state: 'off', reason: 'managed-only' },
    ]);
    const lists = { allowed: [{ name: 'a' }, { command: 'user-b' }], denied: [{ name: 'b' }] };
    const servers = ['a', 'b', 'c'].map((name) => at('user', name));
    expect(scopes(servers, lists).map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['a', 'on', undefined],
      ['b', 'off', 'denied'],
      ['c', 'off', 'not-allowed'],
    ]);
    expect(scopes([at('user')], { allowed: [] })).toMatchObject([{ state: 'off', reason: 'not-allowed' }]);
    expect(scopes([at('user')], { denied: [{}] })).toMatchObject([{ state: 'on' }]);
  });

  it.each([
    [true, {}, 'asked'],
    [false, {}, 'on'],
    [true, { enabled: ['srv'] }, 'on'],
    [true, { disabled: ['srv'] }, 'off'],
    [false, { disabled: ['srv'] }, 'off'],
    [false, { enabled: ['srv'], disabled: ['srv'] }, 'off'],
  ] as const)(
    'CC-1.09: a server of the project, interactive %s, settings %j: %s',
    (interactive, lists, state) => {
      expect(scopes([at('project')], { interactive, ...lists })).toMatchObject([
        { state, rules: ['CC-1.09'] },
      ]);
      expect(scopes([at('user')], { interactive, ...lists })).toMatchObject([{ state: 'on' }]);
    },
  );

  it('CC-1.03: an entry that is no entry is refused with a sentence, and takes its name with it', () => {
    expect(scopes([at('local', 'srv', { url: 'https://a.example' }), at('user')])).toMatchObject([
      { scope: 'local', state: 'refused', reason: 'invalid', message: 'A url needs a type.' },
    ]);
  });
});

describe('claude: one entry', () => {
  it.each([
    [{ command: 'x' }, 'stdio'],
    [{ type: 'stdio', command: 'x' }, 'stdio'],
    [{ type: 'http', url: 'u' }, 'http'],
    [{ type: 'streamable-http', url: 'u' }, 'http'],
    [{ type: 'sse', url: 'u' }, 'sse'],
    [{ type: 'ws', url: 'u' }, 'ws'],
    [{ url: 'u' }, undefined],
    [{ type: 'stdio' }, undefined],
    [{ type: 'http' }, undefined],
    [{ type: 'http', url: 7 }, undefined],
    [{ type: 'pigeon', url: 'u' }, undefined],
    [{}, undefined],
  ])('CC-1.03: %j is %s', (entry, transport) => {
    const verdict = rules.entry(entry);
    expect(verdict.state === 'accepted' ? verdict.transport : undefined).toBe(transport);
    expect(verdict.rules).toEqual(['CC-1.03']);
  });

  it.each([
    ['music-studio', true],
    ['a_b9', true],
    ['a.b', false],
    ['a b', false],
    ['', false],
    ['workspace', false],
    ['Claude Preview', false],
    ['claude-in-chrome', false],
  ])('CC-1.05: a server may be added as %j: %s', (name, accepted) => {
    expect(rules.serverName(name)).toEqual({ accepted, rules: ['CC-1.05'] });
  });

  it('CC-1.03, CC-1.07: variables go into five members; what is not set stays as it is written', () => {
    const entry = {
      command: '${HOME}/bin/x',
      args: ['$HOME', '${NONE}', '${NONE:-fall back}', '${EMPTY:-no}', '${A-b}'],
      env: { KEY: '${HOME}${HOME}' },
      alwaysLoad: '${HOME}',
    };
    expect(rules.expand(entry, { HOME: '/h', EMPTY: '' })).toEqual({
      value: {
        command: '/h/bin/x',
        args: ['$HOME', '${NONE}', 'fall back', '', '${A-b}'],
        env: { KEY: '/h/h' },
        alwaysLoad: '${HOME}',
      },
      unset: ['NONE'],
      rules: ['CC-1.03', 'CC-1.07'],
    });
    expect(rules.expand({ url: 'u', headers: { A: 'b' } }, {})).toEqual({
      value: { url: 'u', headers: { A: 'b' } },
      unset: [],
      rules: ['CC-1.03'],
    });
  });
});

describe('claude: settings of several layers', () => {
  it('CC-1.04: the strongest value counts, and rules add up', () => {
    const layer = (name: string) => ({ model: name, [name]: 1, permissions: { deny: [`mcp__${name}`] } });
    const layers = {
      managed: layer('managed'),
      'command-line': layer('line'),
      local: layer('local'),
      project: { ...layer('project'), permissions: { allow: ['mcp__a', 7], defaultMode: 'plan' } },
      user: layer('user'),
    };
    expect(rules.settings(layers)).toEqual({
      values: {
        model: 'managed',
        managed: 1,
        line: 1,
        local: 1,
        project: 1,
        user: 1,
        permissions: { defaultMode: 'plan' },
      },
      rules: { deny: ['mcp__user', 'mcp__local', 'mcp__line', 'mcp__managed'], ask: [], allow: ['mcp__a'] },
      facts: ['CC-1.04'],
    });
    const { managed: _gone, ...rest } = layers;
    expect(rules.settings(rest).values['model']).toBe('line');
    expect(rules.settings({ user: layers.user, project: layers.project }).values['model']).toBe('project');
  });
});

describe('claude: matchers of hooks', () => {
  const name = 'mcp__memory__save';

  it.each([
    ['mcp__memory', false, 'name'],
    ['mcp__memory__.*', true, 'pattern'],
    ['mcp__memory__*', true, 'pattern'],
    [name, true, 'name'],
    [`Bash|${name}`, true, 'name'],
    [`Bash, ${name}`, true, 'name'],
    ['mcp__memory__sav', false, 'name'],
    ['mcp__mem-ory__save', false, 'name'],
    ['memory__s.ve', true, 'pattern'],
    ['^memory', false, 'pattern'],
    ['mcp__.*__save$', true, 'pattern'],
    ['*', true, 'everything'],
    ['', true, 'everything'],
    [undefined, true, 'everything'],
    ['mcp__(', false, 'no-pattern'],
  ] as const)('CC-5.05: %j looks at it: %s', (matcher, matches, by) => {
    expect(claude.hookMatches?.(matcher, name)).toEqual({ matches, by, rules: ['CC-5.05'] });
  });

  const call = {
    route: { server: 'memory', tool: 'save' },
    mode: 'default',
    rules: {},
    interactive: true,
  } as const;

  it('a hook whose matcher leads elsewhere has no say in a call', () => {
    const deny = { choice: 'deny', message: 'no' } as const;
    const decide = (matcher: string) =>
      claude.approve({ ...call, preToolUse: deny, matchers: { preToolUse: [matcher] } });
    expect(decide('mcp__memory__.*')).toMatchObject({ decision: 'deny', by: 'hook', message: 'no' });
    expect(decide('mcp__memory')).toMatchObject({ decision: 'ask', by: 'user', assumed: [] });
    expect(decide('mcp__memory').rules).toContain('CC-5.05');
  });

  it('an allowance of a hook that does not look at the tool spares no question', () => {
    const decide = (matcher: string) =>
      claude.approve({ ...call, preToolUse: { choice: 'allow' }, matchers: { preToolUse: [matcher] } });
    expect(decide('*')).toMatchObject({ decision: 'run', by: 'hook' });
    expect(decide('Bash')).toMatchObject({ decision: 'ask', by: 'user' });
  });

  it('a hook that looks at the tool is asked, at its place in the order', () => {
    expect(claude.approve({ ...call, matchers: { preToolUse: ['*'] } })).toMatchObject({
      path: ['CC-5/1'],
      question: { kind: 'hook', event: 'PreToolUse' },
    });
    expect(
      claude.approve({ ...call, matchers: { preToolUse: [], permissionRequest: [name] } }),
    ).toMatchObject({ question: { kind: 'hook', event: 'PermissionRequest' }, assumed: [] });
  });
});
