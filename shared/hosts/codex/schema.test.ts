import * as fc from 'fast-check';
import { compileSchema } from 'json-schema-library';
import { describe, expect, it } from 'vitest';
import { formatJson, isObject } from '../../json.ts';
import { byteLength } from '../text.ts';
import { codexSchema } from './schema.ts';

const BUDGET = 5000;
const RULES = { maxBytes: BUDGET, keepsMinItems: true };
const rewritten = (schema: unknown, maxBytes = BUDGET) => codexSchema(schema, { ...RULES, maxBytes });

const lookup = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'Synthetic query.' },
    limit: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
  },
  required: ['query'],
  additionalProperties: false,
};

describe('codex schema', () => {
  it('turns the published fixture into what was seen on the wire', () => {
    const { schema, lost } = rewritten(lookup);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"limit":{"type":"integer"},"query":{"type":"string","description":"Synthetic query."}},"required":["query"],"additionalProperties":false}',
    );
    expect(lost).toEqual([
      { path: '/properties/limit', keyword: 'minimum' },
      { path: '/properties/limit', keyword: 'maximum' },
      { path: '/properties/limit', keyword: 'default' },
    ]);
  });

  it.each([
    ['a boolean schema', true, { type: 'string' }],
    ['const', { const: 'email' }, { type: 'string', enum: ['email'] }],
    ['required alone', { required: ['a'] }, { type: 'object', properties: {}, required: ['a'] }],
    [
      'a map',
      { additionalProperties: { type: 'number' } },
      { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
    ],
    ['items alone', { items: { type: 'number' } }, { type: 'array', items: { type: 'number' } }],
    [
      'prefixItems alone',
      { prefixItems: [{ type: 'number' }] },
      { type: 'array', items: { type: 'string' } },
    ],
    ['enum alone', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    ['format alone', { format: 'uri' }, { type: 'string' }],
    ['bounds alone', { minimum: 3 }, { type: 'number' }],
    ['nothing to go by', { description: 'anything' }, {}],
    ['an unknown type', { type: 'file', enum: ['x'] }, { type: 'string', enum: ['x'] }],
    ['a list of types', { type: ['string', 'file', 'null'] }, { type: ['string', 'null'] }],
    [
      'minItems',
      { type: 'array', minItems: 2, uniqueItems: true },
      { type: 'array', items: { type: 'string' }, minItems: 2 },
    ],
    ['a reference', { $ref: '#/properties/other', title: 'T' }, { $ref: '#/properties/other' }],
    [
      'a combinator',
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  ])('rewrites %s', (_name, property, expected) => {
    expect(rewritten({ type: 'object', properties: { p: property } }).schema).toEqual({
      type: 'object',
      properties: { p: expected },
    });
  });

  it('gives a root without properties an empty table', () => {
    expect(rewritten({}).schema).toEqual({ type: 'object', properties: {} });
    expect(rewritten({ type: 'object', properties: null }).schema).toEqual({
      type: 'object',
      properties: {},
    });
  });

  it('refuses a root of type null and says so', () => {
    expect(rewritten({ type: 'null' })).toMatchObject({
      schema: null,
      findings: [{ code: 'schema-refused' }],
    });
  });

  it('takes a missing schema as an empty object and says so', () => {
    expect(rewritten(undefined)).toMatchObject({
      schema: { type: 'object', properties: {} },
      findings: [{ code: 'schema-missing' }],
    });
  });

  it('keeps reachable definitions only, through other definitions too', () => {
    const { schema } = rewritten({
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: {
        B: { type: 'string', pattern: 'x' },
        A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } },
        Unused: { type: 'string' },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } }, B: { type: 'string' } },
    });
  });

  it('drops a malformed definitions table', () => {
    const { schema, lost } = rewritten({ type: 'object', properties: {}, definitions: [1] });
    expect(schema).toEqual({ type: 'object', properties: {} });
    expect(lost).toEqual([{ path: '', keyword: 'definitions' }]);
  });

  it('does not mistake a property called title or __proto__ for a keyword', () => {
    const schema: unknown = JSON.parse(
      '{"type":"object","properties":{"title":{"type":"string"},"__proto__":{"type":"number","minimum":1}}}',
    );
    const out = rewritten(schema);
    expect(JSON.stringify(out.schema)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"number"},"title":{"type":"string"}}}',
    );
    expect(out.lost).toEqual([{ path: '/properties/__proto__', keyword: 'minimum' }]);
  });

  it('survives nesting that would end the stack', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
    expect(rewritten({ type: 'object', properties: { deep } }).findings.map((one) => one.code)).toContain(
      'schema-too-deep',
    );
  });
});

describe('codex schema: budget', () => {
  const long = 'x'.repeat(300);

  it('strips descriptions first', () => {
    const { schema, lost, findings } = rewritten(
      { type: 'object', properties: { a: { type: 'string', description: long } } },
      200,
    );
    expect(schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(lost).toEqual([{ path: '/properties/a', keyword: 'description' }]);
    expect(findings).toMatchObject([{ code: 'schema-over-budget' }]);
  });

  it('then definitions, then deep objects, then combinators, each only when needed', () => {
    const big = { type: 'string', enum: [long] };
    const byDefinition = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' }, keep: { anyOf: [{ type: 'string' }] } },
      $defs: { A: big },
    };
    expect(rewritten(byDefinition, 200).schema).toEqual({
      type: 'object',
      properties: { a: {}, keep: { anyOf: [{ type: 'string' }] } },
    });
    const nest = (inner: unknown) => ({ type: 'object', properties: { n: inner } });
    const deep = nest(nest(nest(nest(big))));
    expect(rewritten(deep, 200).schema).toEqual(nest(nest(nest({}))));
    const combined = { type: 'object', properties: { c: { anyOf: [big, big] }, d: { type: 'string' } } };
    expect(rewritten(combined, 200).schema).toEqual({
      type: 'object',
      properties: { c: {}, d: { type: 'string' } },
    });
  });

  it('sends what cannot be cut and says so', () => {
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, { type: 'string' }])),
    };
    const { schema, findings } = rewritten(wide, 200);
    expect(schema).toEqual({ ...wide, properties: expect.anything() });
    expect(findings[0]?.message).toContain('still too large');
  });

  it('leaves a schema of exactly the budget alone', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', description: long } } };
    const bytes = byteLength(formatJson(schema));
    expect(rewritten(schema, bytes).findings).toEqual([]);
    expect(rewritten(schema, bytes - 1).findings).toHaveLength(1);
  });
});

const anySchema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom('string', 'integer', 'file', 'array', 'object', ['string', 'null']),
        description: fc.string(),
        minItems: fc.nat(5),
        const: fc.jsonValue({ maxDepth: 0 }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        properties: fc.dictionary(fc.string({ maxLength: 4 }), tie('schema'), { maxKeys: 4 }),
        required: fc.array(fc.string()),
        additionalProperties: tie('schema'),
        minimum: fc.integer(),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        items: tie('schema'),
        prefixItems: fc.array(tie('schema')),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        $ref: fc.constantFrom('#/$defs/A', '#/$defs/B', '#'),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  root: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(fc.string({ maxLength: 4 }), tie('schema'), { maxKeys: 5 }),
      $defs: fc.dictionary(fc.constantFrom('A', 'B', 'C'), tie('schema')),
    },
    { requiredKeys: [] },
  ),
}));

describe('codex schema: properties', () => {
  it('what is sent is valid JSON Schema', () => {
    fc.assert(
      fc.property(anySchema.root, (schema) => {
        const sent = rewritten(schema).schema ?? {};
        const errors = isObject(sent) ? compileSchema(sent, { throwOnInvalidRef: false }).schemaErrors : [];
        // A reference that pointed at nothing still does.
        expect((errors ?? []).filter(({ data }) => !data.pointer.endsWith('/$ref'))).toEqual([]);
      }),
    );
  });

  it.each([5000, 200])('rewriting twice changes nothing, budget %i', (budget) => {
    fc.assert(
      fc.property(anySchema.root, (schema) => {
        const once = rewritten(schema, budget).schema;
        expect(once === null ? null : rewritten(once, budget).schema).toEqual(once);
      }),
    );
  });
});
