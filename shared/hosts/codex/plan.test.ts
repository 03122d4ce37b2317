import { describe, expect, it } from 'vitest';
import { routeKey } from '../route.ts';
import { LOOKUP, atPath, profileOf } from '../testing.ts';
import type { HostTool } from '../types.ts';

const codex = profileOf('codex');
const key = routeKey(LOOKUP);
const tool = (server: string, name: string, more: Partial<HostTool> = {}): HostTool => ({
  server,
  tool: name,
  description: `${name} of ${server}`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

describe('codex plan: the three shapes of one server', () => {
  it('direct: the namespace stands inline in tools[]', () => {
    const plan = codex.plan([LOOKUP], {
      modelClass: 'direct',
      servers: { shape_probe: { instructions: 'Synthetic records.' } },
    });
    const declaration = plan.declare({ instructions: 'Be brief.' });
    const path = declaration.paths.get(key) ?? '';
    expect(path).toMatch(/^\$\.tools\[\d+\]\.tools\[0\]$/);
    expect(atPath(declaration.body, path)).toEqual({
      type: 'function',
      name: 'lookup',
      description: 'Looks up one synthetic record.',
      strict: false,
      parameters: {
        type: 'object',
        properties: {
          limit: { type: 'integer' },
          query: { type: 'string', description: 'Synthetic query.' },
        },
        required: ['query'],
        additionalProperties: false,
      },
    });
    expect(atPath(declaration.body, path.replace(/\.tools\[0\]$/, ''))).toMatchObject({
      type: 'namespace',
      name: 'mcp__shape_probe',
      description: 'Synthetic records.',
    });
    expect(declaration.body).toMatchObject({ instructions: 'Be brief.', tool_choice: 'auto' });
    expect(plan.rows[0]).toMatchObject({
      exposure: 'direct',
      reason: 'search-off',
      declared: true,
      assumed: [],
    });
  });

  it('search: one tool_search entry, then the namespace in its output', () => {
    const plan = codex.plan([LOOKUP], { modelClass: 'search' });
    const { body, paths, envelopes } = plan.declare();
    expect(paths.size).toBe(0);
    expect(JSON.stringify(body)).not.toContain('"lookup"');
    const search = envelopes.find((one) => one.name === 'tool_search');
    expect(atPath(body, search?.path ?? '')).toMatchObject({ type: 'tool_search', execution: 'client' });
    expect(plan.rows[0]).toMatchObject({
      exposure: 'deferred',
      declared: false,
      reach: 'search',
      dispatchable: true,
    });

    const answer = plan.search({ query: 'synthetic record' });
    const item = codex.outputItem('tool_search_call', 'c1', answer.output);
    expect(item).toMatchObject({
      type: 'tool_search_output',
      call_id: 'c1',
      status: 'completed',
      execution: 'client',
    });
    expect(answer.hits).toMatchObject([{ route: { server: 'shape_probe', tool: 'lookup' } }]);
    expect(atPath(item, answer.paths.get(key) ?? '')).toMatchObject({ name: 'lookup', defer_loading: true });
  });

  it('exec: the alias is nowhere; exec stands where the captures had it', () => {
    const plan = codex.plan([LOOKUP], { modelClass: 'exec' });
    const { body, paths, envelopes } = plan.declare({ instructions: 'Be brief.' });
    expect(paths.size).toBe(0);
    const text = JSON.stringify(body);
    expect(text).not.toContain('shape_probe');
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('instructions');
    expect(body).toMatchObject({ parallel_tool_calls: false });
    expect(atPath(body, '$.input[0]')).toMatchObject({ type: 'additional_tools', role: 'developer' });
    expect(atPath(body, '$.input[1]')).toMatchObject({ role: 'developer' });
    const functions = atPath(body, '$.input[0].tools[0]');
    expect(functions).toMatchObject({
      type: 'namespace',
      name: 'functions',
      tools: [
        { type: 'custom', name: 'exec', format: { type: 'grammar', syntax: 'lark' } },
        { type: 'function', name: 'wait' },
        { type: 'function', name: 'request_user_input' },
        { type: 'function', name: 'request_user_input_async' },
      ],
    });
    expect(envelopes.find((one) => one.name === 'exec')?.path).toBe('$.input[0].tools[0].tools[0]');
    const description = atPath(functions, '$.tools[0].description');
    expect(description).toContain('`tools`');
    expect(description).toContain('ALL_TOOLS');
    expect(description).toContain('mcp__');
    expect(description).toContain('deferred');
    expect(envelopes.map((one) => one.name)).not.toContain('tool_search');
    expect(plan.rows[0]).toMatchObject({
      exposure: 'deferred',
      reach: 'exec',
      codeMode: 'mcp__shape_probe__lookup',
    });
  });

  it('exec: tools that cannot be deferred are declared in TypeScript in the description', () => {
    const plan = codex.plan([LOOKUP], {
      modelClass: 'exec',
      servers: { shape_probe: { omitToolsFrom: ['deferred'] } },
    });
    const description = atPath(plan.declare().body, '$.input[0].tools[0].tools[0].description');
    expect(description).toContain(
      'declare const tools: { mcp__shape_probe__lookup(args: {\n  limit?: number;\n  // Synthetic query.\n  query: string;\n}): Promise<CallToolResult>; };',
    );
    expect(description).not.toContain('deferred');
  });

  it('exec: a direct-only namespace is declared beside functions', () => {
    const plan = codex.plan([LOOKUP], { modelClass: 'exec', directOnlyNamespaces: ['mcp__shape_probe'] });
    const { body, paths } = plan.declare();
    expect(atPath(body, paths.get(key) ?? '')).toMatchObject({ type: 'function', name: 'lookup' });
    expect(plan.routesOf({ name: 'exec' })).toMatchObject({ kind: 'exec', routes: [] });
  });

  it('guesses the class when none is given, and says so', () => {
    const plan = codex.plan([LOOKUP]);
    expect(plan.modelClass).toBe('exec');
    expect(plan.assumed).toEqual(['model-class']);
    expect(plan.rows[0]?.assumed).toEqual(['model-class']);
  });

  it('leaves the agent tools out when asked', () => {
    const names = codex.plan([LOOKUP], { modelClass: 'direct' }).declare({ agents: false }).envelopes;
    expect(names.map((one) => one.role)).not.toContain('agent');
  });
});

describe('codex plan: what keeps a tool away', () => {
  it.each([
    ['a filter', tool('s', 'a'), { s: { disabledTools: ['a'] } }, 'absent', 'filtered'],
    ['a filter that does not list it', tool('s', 'a'), { s: { enabledTools: ['b'] } }, 'absent', 'filtered'],
    ['a null schema', tool('s', 'a', { inputSchema: { type: 'null' } }), {}, 'absent', 'null-schema'],
    [
      'its own metadata',
      tool('s', 'a', { meta: { ui: { visibility: ['app'] } } }),
      {},
      'hidden',
      'ui-visibility',
    ],
  ] as const)('%s', (_name, listed, servers, exposure, reason) => {
    const plan = codex.plan([listed], { modelClass: 'direct', servers });
    expect(plan.rows[0]).toMatchObject({
      exposure,
      reason,
      declared: false,
      reach: 'none',
      dispatchable: false,
    });
    expect(plan.declare().paths.size).toBe(0);
    expect(plan.routesOf({ namespace: 'mcp__s', name: 'a' }).kind).toBe('unknown');
  });

  it('a server that omits every surface: hidden, yet it dispatches by name', () => {
    const plan = codex.plan([LOOKUP], {
      modelClass: 'search',
      servers: { shape_probe: { omitToolsFrom: ['direct', 'deferred', 'code_mode'] } },
    });
    expect(plan.rows[0]).toMatchObject({ exposure: 'hidden', reach: 'none', dispatchable: true });
    expect(plan.search({ query: 'synthetic' }).hits).toEqual([]);
    expect(plan.routesOf({ namespace: 'mcp__shape_probe', name: 'lookup' }).kind).toBe('tool');
  });

  it('says when a tool that the model cannot see forces a hash on one that it can', () => {
    const plan = codex.plan(
      [tool('s', 'get-it'), tool('s', 'get_it', { meta: { ui: { visibility: [] } } })],
      { modelClass: 'direct' },
    );
    expect(plan.rows[0]?.name).toMatch(/^get_it_[0-9a-f]{12}$/);
    expect(plan.rows[0]?.findings.map((one) => one.code)).toEqual(['name-hashed', 'name-hashed-by-hidden']);
  });

  it('a filtered tool takes no part in naming', () => {
    const plan = codex.plan([tool('s', 'get-it'), tool('s', 'get_it')], {
      modelClass: 'direct',
      servers: { s: { disabledTools: ['get_it'] } },
    });
    expect(plan.rows.map((row) => row.name)).toEqual(['get_it', 'get_it']);
    expect(plan.rows[0]?.findings).toEqual([]);
  });
});

describe('codex plan: search', () => {
  const plan = codex.plan(
    [
      tool('files', 'read', {
        description: 'Reads a document from disk',
        inputSchema: { type: 'object', properties: { encoding: {} } },
      }),
      tool('files', 'remove', { description: 'Deletes a document' }),
      tool('mail', 'send', { description: 'Sends a message' }),
    ],
    { modelClass: 'search', servers: { mail: { instructions: 'Handles correspondence.' } } },
  );
  const found = (query: string, limit?: number) =>
    plan.search({ query, limit }).hits.map((hit) => hit.route.tool);

  it('ranks by words, parameter names and server instructions', () => {
    expect(found('document disk')).toEqual(['read', 'remove']);
    expect(found('encoding')).toEqual(['read']);
    expect(found('correspondence')).toEqual(['send']);
    expect(found('nothing like it')).toEqual([]);
  });

  it('joins hits of one namespace and keeps to the limit', () => {
    expect(plan.search({ query: 'document' }).output).toMatchObject([
      { type: 'namespace', name: 'mcp__files', tools: [{ name: 'remove' }, { name: 'read' }] },
    ]);
    expect(found('document', 1)).toHaveLength(1);
  });

  it.each([
    ['', undefined],
    ['  ', 5],
    ['document', 0],
    ['document', 1.5],
  ])('answers %o with limit %o with an error that the model sees', (query, limit) => {
    const answer = plan.search({ query, limit });
    expect(answer.error).toBeTypeOf('string');
    expect(codex.outputItem('tool_search_call', 'c', answer.output)).toMatchObject({
      status: 'failed',
      tools: [],
      error: answer.error,
    });
  });
});

describe('codex plan: routes', () => {
  const plan = codex.plan([LOOKUP, tool('a', 'b__c'), tool('a__b', 'c')], { modelClass: 'exec' });

  it('maps a pair to its route, and nothing but the pair', () => {
    expect(plan.routesOf({ type: 'function_call', namespace: 'mcp__shape_probe', name: 'lookup' })).toEqual({
      kind: 'tool',
      route: { server: 'shape_probe', tool: 'lookup' },
      opensWindow: true,
    });
    expect(plan.routesOf({ type: 'function_call', name: 'mcp__shape_probe__lookup' }).kind).toBe('unknown');
    expect(plan.routesOf({ type: 'function_call', namespace: 'mcp__other', name: 'lookup' }).kind).toBe(
      'unknown',
    );
  });

  it.each([
    [{ type: 'custom_tool_call', name: 'exec' }, 'exec', true],
    [{ type: 'custom_tool_call', namespace: 'functions', name: 'exec' }, 'exec', true],
    [{ type: 'function_call', name: 'wait' }, 'envelope', false],
    [{ type: 'tool_search_call', name: 'tool_search' }, 'envelope', false],
    [{ type: 'function_call', namespace: 'collaboration', name: 'spawn_agent' }, 'envelope', false],
    [{ type: 'function_call', namespace: 'collaboration', name: 'wait_agent' }, 'envelope', false],
    [{ type: 'function_call', name: 'request_user_input' }, 'envelope', false],
    [{ type: 'function_call', name: 'shell' }, 'unknown', false],
    [{ type: 'function_call', namespace: 'other', name: 'exec' }, 'unknown', false],
  ])('%o → %s, opens a window: %s', (observed, kind, opensWindow) => {
    expect(plan.routesOf(observed)).toMatchObject({ kind, opensWindow });
  });

  it('exec can reach every nested route', () => {
    const answer = plan.routesOf({ name: 'exec' });
    expect(answer.kind === 'exec' && answer.routes).toHaveLength(3);
  });

  it('gives a shared code-mode name to the tool registered first, in any order of listing', () => {
    expect(plan.codeModeRoute('mcp__a__b__c')).toEqual({ server: 'a', tool: 'b__c' });
    const reversed = codex.plan([tool('a__b', 'c'), tool('a', 'b__c')], { modelClass: 'exec' });
    expect(reversed.codeModeRoute('mcp__a__b__c')).toEqual({ server: 'a', tool: 'b__c' });
    expect(plan.codeModeRoute('mcp__none')).toBeUndefined();
  });

  it('shows what a program finds in ALL_TOOLS', () => {
    expect(plan.codeModeText(LOOKUP)).toMatch(/^Looks up one synthetic record\.\n\ndeclare const tools/);
  });
});

describe('codex plan: losses', () => {
  it('lists keywords and members that the model does not get', () => {
    const losses = codex.plan([LOOKUP], { modelClass: 'direct' }).losses(LOOKUP);
    expect(losses?.lost.map((one) => `${one.path} ${one.keyword}`)).toEqual([
      '/properties/limit minimum',
      '/properties/limit maximum',
      '/properties/limit default',
    ]);
    expect(losses?.fields.map((one) => one.field)).toEqual(['title', 'annotations']);
    expect(losses?.description).toMatchObject({ cut: false, shown: LOOKUP.description });
  });

  it('knows nothing of a tool that is not in the step', () => {
    expect(codex.plan([]).losses(LOOKUP)).toBeUndefined();
  });
});
