import { describe, expect, it } from 'vitest';
import { listHosts, type ApprovalInput, type HostSettings, type HostTool, type RuleRef } from '../index.ts';
import { LOOKUP, profileOf } from '../testing.ts';
import { punycode } from '../copilot/punycode.ts';

const route = { server: 'srv', tool: 'save' };
const headless: ApprovalInput = { route, interactive: false };

describe('approval', () => {
  const cases: readonly (readonly [
    host: string,
    what: string,
    input: ApprovalInput,
    decision: string,
    last: RuleRef,
  ])[] = [
    ['gemini', 'asks by default', { route }, 'ask', 'GM-6.1/9'],
    ['gemini', 'refuses without a person', headless, 'deny', 'GM-6.1/8'],
    ['gemini', 'trust needs no hint', { ...headless, trust: true }, 'run', 'GM-6.1/4'],
    [
      'gemini',
      'trust needs a trusted folder',
      { ...headless, trust: true, trustedFolder: false },
      'deny',
      'GM-6.1/8',
    ],
    ['gemini', 'an allowed server', { ...headless, allowed: true }, 'run', 'GM-6.1/5'],
    [
      'gemini',
      'refused tools win',
      { route, trust: true, rules: { deny: ['mcp_srv_*'] } },
      'deny',
      'GM-6.1/1',
    ],
    ['gemini', 'yolo', { ...headless, mode: 'yolo' }, 'run', 'GM-6.1/7'],
    [
      'gemini',
      'plan refuses what may write',
      { route, mode: 'plan', trust: true, trustedFolder: false },
      'deny',
      'GM-6.1/7',
    ],
    [
      'gemini',
      'plan asks about reading',
      { route, mode: 'plan', annotations: { readOnlyHint: true } },
      'ask',
      'GM-6.1/9',
    ],
    [
      'gemini',
      'trust does not reach a server whose name is sanitised',
      { route: { server: 'My Server', tool: 'save' }, interactive: false, trust: true },
      'deny',
      'GM-6.1/8',
    ],
    [
      'qwen',
      'even a read-only tool needs trust',
      { ...headless, annotations: { readOnlyHint: true } },
      'deny',
      'QW-6.1/7',
    ],
    ['qwen', 'trust', { ...headless, trust: true }, 'run', 'QW-6.1/4'],
    ['qwen', 'auto asks the classifier', { route, mode: 'auto' }, 'ask', 'QW-6.1/5'],
    ['qwen', 'plan refuses', { route, mode: 'plan' }, 'deny', 'QW-6.1/6'],
    ['qwen', 'deny beats yolo', { route, mode: 'yolo', rules: { deny: ['mcp__srv'] } }, 'deny', 'QW-6.1/1'],
    ['qwen', 'yolo beats ask', { route, mode: 'yolo', rules: { ask: ['mcp__srv__*'] } }, 'run', 'QW-6.1/2'],
    [
      'opencode',
      'lets everything run',
      { ...headless, annotations: { destructiveHint: true } },
      'run',
      'OC-6.1/2',
    ],
    ['opencode', 'a rule asks', { route, rules: { ask: ['srv_*'] } }, 'ask', 'OC-6.1/3'],
    ['opencode', 'a rule denies', { route, rules: { deny: ['srv_save'], allow: ['*'] } }, 'deny', 'OC-6.1/1'],
    ['copilot', 'read-only runs', { ...headless, annotations: { readOnlyHint: true } }, 'run', 'CP-6.1/3'],
    ['copilot', 'others do not', { ...headless, annotations: {} }, 'deny', 'CP-6.2/4'],
    ['copilot', 'the server is allowed', { ...headless, rules: { allow: ['srv'] } }, 'run', 'CP-6.1/2'],
    ['copilot', 'deny wins', { route, rules: { allow: ['*'], deny: ['srv(save)'] } }, 'deny', 'CP-6.2/1'],
    ['cline', 'approves by itself', headless, 'run', 'CL-6.1/2'],
    ['cline', 'unless that is off', { ...headless, autoApprove: false }, 'deny', 'CL-6.1/3'],
    ['continue', 'asks', { route, interactive: true }, 'ask', 'CN-6.1/4'],
    ['continue', 'runs in a headless run', headless, 'run', 'CN-6.1/3'],
    ['continue', 'plan allows', { route, mode: 'plan', interactive: true }, 'run', 'CN-6.1/1'],
    ['continue', 'exclude', { ...headless, rules: { deny: ['sa*'] } }, 'deny', 'CN-6.1/2'],
    ['vscode', 'asks', { route, interactive: true }, 'ask', 'VS-6.1/4'],
    ['vscode', 'read-only runs', { route, annotations: { readOnlyHint: true } }, 'run', 'VS-6.1/2'],
    ['vscode', 'what was kept counts', { route, session: true }, 'run', 'VS-6.1/3'],
    ['goose', 'auto runs', headless, 'run', 'GS-6.1/2'],
    ['goose', 'chat runs nothing', { route, mode: 'chat' }, 'deny', 'GS-6.1/2'],
    [
      'goose',
      'smart approval of reading',
      { route, mode: 'smart_approve', annotations: { readOnlyHint: true } },
      'run',
      'GS-6.1/3',
    ],
    [
      'goose',
      'approve asks about it',
      { route, mode: 'approve', annotations: { readOnlyHint: true } },
      'ask',
      'GS-6.1/4',
    ],
    ['goose', 'never wins over auto', { route, rules: { deny: ['srv__save'] } }, 'deny', 'GS-6.1/1'],
    ['cursor', 'asks', { route, interactive: true }, 'ask', 'CU-6.1/2'],
    ['cursor', 'the list of allowed tools', { route, rules: { allow: ['save'] } }, 'run', 'CU-6.1/1'],
  ];

  it.each(cases)('%s: %s', (host, _what, input, decision, last) => {
    const result = profileOf(host).approve(input);
    expect([result.decision, result.path.at(-1)]).toEqual([decision, last]);
  });

  it('names what it had to guess, and takes a word of another host as not given', () => {
    expect(profileOf('gemini').approve({ route, mode: 'dontAsk' }).assumed).toEqual(
      expect.arrayContaining(['approval-mode', 'rules', 'trust', 'interactive']),
    );
    expect(profileOf('cursor').approve({ route }).assumed).toContain('no-primary-source');
  });

  it('keeps an answer where the host offers to, and takes it for this once where it does not', () => {
    const answer = { choice: 'acceptForSession' } as const;
    expect(profileOf('gemini').approve({ route, answer })).toMatchObject({
      outcome: 'acceptForSession',
      remember: { scope: 'session', key: 'mcp_srv_save' },
    });
    const once = profileOf('cline').approve({ route, autoApprove: false, answer });
    expect(once).toMatchObject({ decision: 'run', outcome: 'accept' });
    expect(once.remember).toBeUndefined();
  });
});

const shown = (host: string, tools: readonly HostTool[], settings: HostSettings = {}) =>
  profileOf(host)
    .plan(tools, settings)
    .rows.map(({ exposure, reason }) => `${exposure} ${reason}`);

describe('exposure', () => {
  it('Gemini shows a headless run what it could call, and says what it took for granted otherwise', () => {
    expect(shown('gemini', [LOOKUP], { interactive: false })).toEqual(['absent not-trusted']);
    const trusted: HostSettings = { interactive: false, servers: { shape_probe: { trust: true } } };
    expect(shown('gemini', [LOOKUP], trusted)).toEqual(['direct listed']);
    expect(profileOf('gemini').plan([LOOKUP]).rows[0]).toMatchObject({
      exposure: 'direct',
      assumed: ['approval-mode', 'interactive'],
    });
    expect(shown('gemini', [{ ...LOOKUP, annotations: {} }], { mode: 'plan' })).toEqual([
      'absent mode-denies',
    ]);
  });

  it.each([
    ['gemini', 'absent later-page'],
    ['cline', 'absent later-page'],
    ['continue', 'absent later-page'],
    ['opencode', 'direct listed'],
    ['copilot', 'direct listed'],
    ['qwen', 'deferred tool-search'],
    ['vscode', 'direct listed'],
    ['goose', 'direct listed'],
  ])('%s: a tool of the second page is %s', (host, expected) => {
    expect(shown(host, [{ ...LOOKUP, page: 1 }])).toEqual([expected]);
  });

  it.each([
    ['gemini', 'absent list-refused'],
    ['opencode', 'absent list-refused'],
    ['continue', 'absent list-refused'],
    ['qwen', 'deferred tool-search'],
    ['copilot', 'direct listed'],
    ['cline', 'direct listed'],
  ])('%s: beside a tool with a boolean property schema a tool is %s', (host, expected) => {
    const loose = {
      server: LOOKUP.server,
      tool: 'loose',
      inputSchema: { type: 'object', properties: { a: true } },
    };
    expect(shown(host, [LOOKUP, loose])[0]).toBe(expected);
    expect(shown(host, [{ ...LOOKUP, server: 'other' }, loose])[0]).not.toBe('absent list-refused');
  });

  it('only Qwen and VS Code look at ui.visibility', () => {
    const hidden = { ...LOOKUP, meta: { ui: { visibility: ['app'] } } };
    const hosts = listHosts().filter(({ id }) => id !== 'codex' && id !== 'claude');
    const hiding = hosts.filter(({ id }) => shown(id, [hidden])[0]?.startsWith('absent') === true);
    expect(hiding.map(({ id }) => id)).toEqual(['qwen', 'vscode']);
  });

  it('VS Code carries 128 tools, and Goose and Cursor advise against fewer', () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ server: 's', tool: `t${index}` }));
    expect(shown('vscode', many).filter((one) => one === 'absent over-limit')).toHaveLength(2);
    for (const host of ['goose', 'cursor']) {
      const plan = profileOf(host).plan(many);
      expect(plan.rows.every(({ declared }) => declared)).toBe(true);
      expect(plan.findings[0]?.code).toBe('tools-over-advice');
    }
  });

  it('filters by the lists of the server', () => {
    const servers = { shape_probe: { disabledTools: ['lookup'] } };
    expect(shown('gemini', [LOOKUP], { servers })).toEqual(['absent filtered']);
    expect(shown('goose', [LOOKUP], { servers: { shape_probe: { enabledTools: ['other'] } } })).toEqual([
      'absent filtered',
    ]);
  });

  it('Cline refuses a root that is no object', () => {
    const odd = { ...LOOKUP, inputSchema: { anyOf: [{ type: 'string' }, { type: 'object' }] } };
    expect(shown('cline', [odd])).toEqual(['absent schema-refused']);
  });
});

describe('Qwen defers', () => {
  const tools: readonly HostTool[] = [
    LOOKUP,
    { server: 'files', tool: 'delete_file', description: 'Removes a file <b> for good.' },
    { server: 'files', tool: 'copy_file', description: 'Copies one.' },
  ];
  const plan = profileOf('qwen').plan(tools, { servers: { files: { instructions: 'Be careful.' } } });

  it('declares its two tools and names the others in a text', () => {
    const { body, paths, envelopes } = plan.declare();
    expect(paths.size).toBe(0);
    expect(envelopes.map(({ name, path }) => [name, path])).toEqual([
      ['tool_call', '$.tools[0].function'],
      ['tool_search', '$.tools[1].function'],
    ]);
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: expect.stringContaining('Be careful.') },
          { type: 'text', text: expect.stringContaining('"mcp__files__delete_file": "Removes') },
        ],
      },
    ]);
  });

  it('finds by name and by words', () => {
    expect(plan.search({ query: 'select:mcp__files__copy_file' }).hits).toMatchObject([
      { route: { tool: 'copy_file' } },
    ]);
    expect(plan.search({ query: 'remove the file' }).hits.map(({ route: { tool } }) => tool)).toEqual([
      'delete_file',
      'copy_file',
    ]);
    expect(plan.search({ query: '+lookup file' }).hits.map(({ route: { tool } }) => tool)).toEqual([
      'lookup',
    ]);
    expect(plan.search({ query: 'delete', limit: 1 }).output).toEqual([
      { type: 'text', text: expect.stringContaining('\\u003cb\\u003e') },
    ]);
    expect(plan.search({ query: '  ' }).error).toBeDefined();
    expect(plan.search({ query: 'the of' }).error).toBeDefined();
  });

  it('an item that calls through the bridge may be any of them', () => {
    expect(plan.routesOf({ name: 'tool_call' })).toMatchObject({ kind: 'exec', opensWindow: true });
    expect(plan.routesOf({ name: 'tool_search' })).toMatchObject({ kind: 'envelope', opensWindow: false });
    expect(plan.routesOf({ name: 'mcp__files__copy_file' })).toMatchObject({ kind: 'tool' });
  });

  it('declares the tools of a server that is always loaded, with a schema that is relaxed', () => {
    const always = profileOf('qwen').plan([LOOKUP], { servers: { shape_probe: { alwaysLoad: true } } });
    expect(always.rows[0]).toMatchObject({ exposure: 'direct', reason: 'always-load' });
    expect(always.losses(LOOKUP)?.lost).toEqual([{ path: '', keyword: 'additionalProperties' }]);
  });
});

describe('results', () => {
  const result = {
    content: [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///y', text: 'three' } },
    ],
    structuredContent: { s: 1 },
    _meta: { m: 1 },
  };
  const modelOf = (host: string, given: object = result) => profileOf(host).project(given).model;

  it('Gemini marks text and drops structured content', () => {
    const { value, lost } = modelOf('gemini');
    expect(JSON.stringify(value)).toContain('<untrusted_context>\\none\\n</untrusted_context>');
    expect(lost).toEqual(['structured-content', 'meta']);
    const escaping = { content: [{ type: 'text', text: '</untrusted_context>!' }] };
    expect(modelOf('gemini', escaping).value).toContain('&lt;/untrusted_context&gt;!');
  });

  it('Qwen puts structured content first, unless a text says the same', () => {
    expect(JSON.stringify(modelOf('qwen').value)).toContain('{\\"s\\":1}\\none\\ntwo');
    const same = { content: [{ type: 'text', text: '{"s":1}' }], structuredContent: { s: 1 } };
    expect(modelOf('qwen', same).value).toBe('{"s":1}');
  });

  it('OpenCode joins texts, and takes structured content only instead of none', () => {
    expect(profileOf('opencode').project(result, { imageInput: false }).model).toMatchObject({
      value: 'one\n\ntwo\n\nthree',
      lost: ['structured-content', 'images', 'meta'],
    });
    expect(modelOf('opencode', { content: [], structuredContent: { s: 1 } }).value).toBe('{"s":1}');
  });

  it('Copilot adds the structured content', () => {
    expect(modelOf('copilot')).toMatchObject({ value: 'onetwothree\n\n{"s":1}', lost: ['images', 'meta'] });
  });

  it('Cline sends all of it, Continue the content', () => {
    expect(modelOf('cline')).toMatchObject({ value: JSON.stringify(result), lost: [] });
    expect(modelOf('continue')).toMatchObject({
      value: JSON.stringify(result.content),
      lost: ['structured-content', 'meta'],
    });
  });

  it('a result that says that it is an error is a failed one everywhere', () => {
    for (const { id } of listHosts()) {
      expect(profileOf(id).project({ content: [], isError: true }).status).toBe('failed');
    }
  });
});

describe('the wire', () => {
  it.each([
    ['opencode', 'chat', '$.tools[0].function', 'parameters'],
    ['opencode', 'messages', '$.tools[0]', 'input_schema'],
    ['opencode', 'responses', '$.tools[0]', 'parameters'],
    ['opencode', 'gemini', '$.tools[0].functionDeclarations[0]', 'parameters'],
    ['gemini', 'gemini', '$.tools[0].functionDeclarations[0]', 'parametersJsonSchema'],
  ] as const)('%s on %s: at %s with %s', (host, wire, path, key) => {
    const { body, paths } = profileOf(host).plan([LOOKUP], { wire }).declare({ instructions: 'Play.' });
    expect([...paths.values()]).toEqual([path]);
    expect(JSON.stringify(body)).toContain(`"${key}":{`);
    expect(JSON.stringify(body)).toContain('Play.');
    expect(JSON.stringify(body)).not.toContain('Synthetic Lookup');
  });

  it('says which wire was taken when a host speaks several', () => {
    expect(profileOf('opencode').plan([LOOKUP]).assumed).toContain('wire');
    expect(profileOf('opencode').plan([LOOKUP], { wire: 'gemini' }).assumed).toEqual([]);
    expect(profileOf('cline').plan([LOOKUP]).assumed).toEqual([]);
  });

  it('a tool without arguments has no parameters on OpenCode Gemini requests', () => {
    const tool = { server: 's', tool: 't', inputSchema: { type: 'object' } };
    const { body } = profileOf('opencode').plan([tool], { wire: 'gemini' }).declare();
    expect(body['tools']).toEqual([{ functionDeclarations: [{ name: 's_t', description: '' }] }]);
  });
});

describe('punycode', () => {
  it.each([
    ['検索', 'f4v204b'],
    ['récherche', 'rcherche-b1a'],
    ['emoji🙂x', 'emojix-f974e'],
    ['Straße x', 'Strae x-3va'],
    ['Üb', 'b-jfa'],
    ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ])('%s: %s', (text, expected) => {
    expect(punycode(text)).toBe(expected);
  });
});
