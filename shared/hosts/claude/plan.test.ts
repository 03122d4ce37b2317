import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import vectors from '../../../tests/fixtures/host-names.json' with { type: 'json' };
import { routeKey } from '../route.ts';
import { LOOKUP, atPath, profileOf } from '../testing.ts';
import type { HostSettings, HostTool } from '../types.ts';
import { sanitiseClaude } from './names.ts';

const claude = profileOf('claude', '2.1.268');
const newer = profileOf('claude', '2.1.332');
const key = routeKey(LOOKUP);
const name = 'mcp__shape_probe__lookup';
const tool = (server: string, own: string): HostTool => ({
  server,
  tool: own,
  inputSchema: { type: 'object' },
});

describe('claude names', () => {
  const rows = z
    .array(z.object({ server: z.string(), tool: z.string(), claude: z.string() }))
    .parse(vectors.others);

  it.each(rows)('$server / $tool', ({ server, tool: own, claude: expected }) => {
    expect(claude.names([{ server, tool: own }])).toEqual([
      { server, tool: own, name: expected, flat: expected, hook: expected, findings: [] },
    ]);
  });

  it('counts a character outside the basic plane as two', () => {
    expect(claude.names([{ server: 'srv', tool: 'emoji🙂x' }])[0]?.name).toBe('mcp__srv__emoji__x');
  });

  it('flags names that collide, repeat or are too long, and changes none', () => {
    const named = claude.names([
      { server: 's', tool: 'a.b' },
      { server: 's', tool: 'a_b' },
      { server: 's', tool: 'a.b' },
      { server: 's', tool: 'x'.repeat(130) },
      { server: 's', tool: 'x'.repeat(60) },
    ]);
    expect(named.map((row) => row.findings.map((one) => one.code))).toEqual([
      [],
      ['name-collapses'],
      ['name-duplicate-dropped'],
      ['name-too-long'],
      ['name-over-64'],
    ]);
    expect(named.map((row) => row.dropped)).toEqual([undefined, undefined, true, undefined, undefined]);
  });

  it('depends on the route alone, and sanitising twice changes nothing', () => {
    const part = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.record({ server: part, tool: part })), part, (input, text) => {
        const whole = claude.names(input).map((row) => row.name);
        expect(whole).toEqual(input.map((route) => claude.names([route])[0]?.name));
        expect(sanitiseClaude(sanitiseClaude(text))).toBe(sanitiseClaude(text));
      }),
    );
  });
});

describe('claude plan: flat', () => {
  const plan = claude.plan([LOOKUP], { baseUrl: 'other', toolSearch: null });

  it('declares the published shape, schema unchanged', () => {
    const { body, paths } = plan.declare();
    const path = paths.get(key) ?? '';
    expect(path).toMatch(/^\$\.tools\[\d+\]$/);
    expect(atPath(body, path)).toEqual({
      name,
      description: 'Looks up one synthetic record.',
      input_schema: LOOKUP.inputSchema,
    });
    expect(plan.rows[0]).toMatchObject({
      exposure: 'direct',
      reason: 'inline',
      rules: ['CC-4.02', 'CC-90.01'],
      declared: true,
      assumed: [],
    });
  });

  it('loses title and annotations only', () => {
    const losses = plan.losses(LOOKUP);
    expect(losses?.fields.map((one) => one.field)).toEqual(['title', 'annotations']);
    expect(losses?.lost).toEqual([]);
  });

  it('cuts a description after 2,048 characters', () => {
    const shown = (length: number) =>
      claude.plan([{ ...LOOKUP, description: 'd'.repeat(length) }], { modelClass: 'flat' }).losses(LOOKUP)
        ?.description;
    expect(shown(2048)).toMatchObject({ cut: false });
    expect(shown(2049)).toMatchObject({ cut: true, shown: `${'d'.repeat(2048)}… [truncated]` });
  });

  it('sends longer ones in 2.1.332, and whole ones that a search has loaded', () => {
    const long = { ...LOOKUP, description: 'd'.repeat(5000) };
    const shown = (modelClass: 'flat' | 'search') =>
      newer.plan([long], { modelClass }).losses(LOOKUP)?.description;
    expect(shown('flat')).toMatchObject({ cut: true, shown: `${'d'.repeat(4096)}… [truncated]` });
    expect(shown('search')).toMatchObject({ cut: false, shown: long.description });
  });

  it('2.1.268 leaves a tool with a combinator at its root out', () => {
    const any = { ...LOOKUP, inputSchema: { type: 'object', anyOf: [{}] } };
    expect(claude.plan([any], { modelClass: 'flat' }).rows[0]).toMatchObject({
      exposure: 'absent',
      reason: 'schema-refused',
      rules: ['CC-90.11'],
    });
  });

  it('2.1.332 flattens a combinator at the root and says so', () => {
    const result = newer.schema({
      type: 'object',
      anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'null' } } }],
    });
    expect(result.schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'null' } },
      required: [],
      additionalProperties: true,
    });
    expect(result.lost).toEqual([{ path: '', keyword: 'anyOf' }]);
    expect(result.findings.map((one) => one.code)).toEqual(['schema-flattened']);
  });

  it('names routes by the flat name; agents and foreign tools open no window', () => {
    expect(plan.routesOf({ type: 'tool_use', name })).toEqual({
      kind: 'tool',
      route: { server: 'shape_probe', tool: 'lookup' },
      opensWindow: true,
    });
    for (const own of ['Agent', 'Task', 'ToolSearch', 'WaitForMcpServers']) {
      expect(plan.routesOf({ name: own })).toMatchObject({ kind: 'envelope', opensWindow: false });
    }
    expect(plan.routesOf({ name: 'Bash' })).toEqual({ kind: 'unknown', opensWindow: false });
  });

  it('keeps the first of two tools of one server with one name', () => {
    const both = claude.plan([tool('s', 'a.b'), tool('s', 'a_b')], { modelClass: 'flat' });
    expect(both.routesOf({ name: 'mcp__s__a_b' })).toMatchObject({ kind: 'tool', route: { tool: 'a.b' } });
    expect(both.rows.map((row) => [row.exposure, row.assumed])).toEqual([
      ['direct', []],
      ['absent', []],
    ]);
  });

  it('abstains where routes of two servers share a name', () => {
    const both = claude.plan([tool('s', 'a__b'), tool('s__a', 'b')], { modelClass: 'flat' });
    expect(both.routesOf({ name: 'mcp__s__a__b' })).toMatchObject({ kind: 'ambiguous' });
    expect(both.rows.map((row) => [row.exposure, row.assumed])).toEqual([
      ['direct', ['name-collision-order']],
      ['absent', ['name-collision-order']],
    ]);
  });
});

describe('claude plan: what decides the surface', () => {
  const cases: [HostSettings, string, string[]][] = [
    [{ baseUrl: 'other', toolSearch: null }, 'flat', []],
    [{ baseUrl: 'first-party', toolSearch: null }, 'search', []],
    [{ baseUrl: 'other', toolSearch: 'true' }, 'search', []],
    [{ baseUrl: 'first-party', toolSearch: 'false' }, 'flat', []],
    [{ baseUrl: 'first-party', toolSearch: 'auto:5' }, 'flat', ['token-estimate']],
    [{ baseUrl: 'first-party', toolSearch: null, rules: { deny: ['ToolSearch'] } }, 'flat', []],
    [{ baseUrl: 'first-party', toolSearch: 'true', toolSearchSupported: false }, 'flat', []],
    [{ modelClass: 'search' }, 'search', []],
    [{}, 'flat', ['tool-search-setting', 'base-url']],
  ];

  it('2.1.332 defers behind any base URL', () => {
    expect(newer.plan([LOOKUP], { baseUrl: 'other', toolSearch: null })).toMatchObject({
      modelClass: 'search',
      assumed: [],
    });
  });

  it('auto counts what the definitions take of the context', () => {
    const large = { ...LOOKUP, description: 'd'.repeat(50_000) };
    const classOf = (toolSearch: string) =>
      claude.plan([large], { baseUrl: 'first-party', toolSearch }).modelClass;
    expect(['auto', 'auto:7', 'auto:6'].map(classOf)).toEqual(['flat', 'flat', 'search']);
  });

  it.each(cases)('%o → %s', (settings, modelClass, assumed) => {
    const plan = claude.plan([LOOKUP], settings);
    expect(plan.modelClass).toBe(modelClass);
    expect(plan.assumed).toEqual(assumed);
  });

  it('a deny rule takes the tool away', () => {
    const plan = claude.plan([LOOKUP], { modelClass: 'flat', rules: { deny: ['mcp__shape_probe'] } });
    expect(plan.rows[0]).toMatchObject({ exposure: 'absent', reason: 'deny-rule', rules: ['CC-4.06'] });
    expect(JSON.stringify(plan.declare().body)).not.toContain('shape_probe');
    expect(plan.routesOf({ name }).kind).toBe('unknown');
  });

  it('a server or a tool can refuse to be deferred', () => {
    const byServer = claude.plan([LOOKUP], {
      modelClass: 'search',
      servers: { shape_probe: { alwaysLoad: true } },
    });
    const byTool = claude.plan([{ ...LOOKUP, meta: { 'anthropic/alwaysLoad': true } }], {
      modelClass: 'search',
    });
    for (const plan of [byServer, byTool]) {
      expect(plan.rows[0]).toMatchObject({ exposure: 'direct', reason: 'always-load', declared: true });
    }
  });
});

describe('claude plan: search', () => {
  const plan = claude.plan([LOOKUP, tool('mail', 'send')], {
    modelClass: 'search',
    servers: { mail: { instructions: 'Letters only.' } },
  });

  it('shows names and instructions only, then the loaded tool with defer_loading', () => {
    const first = plan.declare({ instructions: 'Be brief.' });
    expect(first.paths.size).toBe(0);
    expect(JSON.stringify(first.body['tools'])).not.toContain('shape_probe');
    expect(JSON.stringify(first.body['messages'])).toContain(name);
    expect(JSON.stringify(first.body['system'])).toContain('Letters only.');
    expect(first.envelopes.map((one) => one.name)).toEqual(['Agent', 'ToolSearch']);
    const next = plan.declare({ loaded: [LOOKUP] });
    expect(atPath(next.body, next.paths.get(key) ?? '')).toMatchObject({ name, defer_loading: true });
  });

  it('answers with references, by words or by exact names', () => {
    const reference = { type: 'tool_reference', tool_name: name };
    expect(plan.search({ query: 'synthetic record' }).output).toEqual([reference]);
    const selected = plan.search({ query: `select:mcp__mail__send, ${name}` });
    expect(selected.output).toEqual([reference, { type: 'tool_reference', tool_name: 'mcp__mail__send' }]);
    const item = claude.outputItem('tool_use', 'tu', selected.output);
    expect(atPath(item, selected.paths.get(key) ?? '')).toEqual(reference);
    expect(plan.search({ query: ' ' }).error).toBeTypeOf('string');
  });
});
