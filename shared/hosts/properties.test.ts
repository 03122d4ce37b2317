import * as fc from 'fast-check';
import { compileSchema } from 'json-schema-library';
import { describe, expect, it } from 'vitest';
import { isObject } from '../json.ts';
import { profileOf } from './testing.ts';
import type { HostWire, ToolRoute } from './types.ts';

const LISTED = [
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'cline',
  'continue',
  'vscode',
  'goose',
  'cursor',
] as const;
/** Hosts that tell names of one server's distinct tools apart by a hash. */
const HASHING = ['qwen', 'cline'] as const;
const LIMITED = ['gemini', 'qwen', 'copilot', 'cline', 'vscode'] as const;
/** VS Code numbers servers as they come; Copilot looks at the whole list, but in an order of its own. */
const ORDERLESS = [
  'claude',
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'cline',
  'continue',
  'goose',
  'cursor',
] as const;
const CHARSET: Readonly<Record<string, RegExp>> = {
  gemini: /^[a-zA-Z0-9_\-.:]+$/,
  qwen: /^[a-zA-Z0-9_-]+$/,
  opencode: /^[a-zA-Z0-9_-]+$/,
  copilot: /^[a-zA-Z0-9_-]+$/,
  cline: /^[a-zA-Z0-9_-]+$/,
  vscode: /^[a-zA-Z0-9_-]+$/,
};

const word = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/),
  fc.string({ minLength: 1, maxLength: 90, unit: 'binary' }),
  fc.constantFrom('a b', 'a-b', 'a.b', 'a_b', '検索', 'récherche', 'x'.repeat(80), `${'x'.repeat(80)}1`),
);
const routes = fc.uniqueArray(fc.record({ server: word, tool: word }), {
  maxLength: 12,
  selector: ({ server, tool }: ToolRoute) => JSON.stringify([server, tool]),
});

const runs = { numRuns: 200 } as const;

describe('names', () => {
  it.each(HASHING)('of %s are unique', (host) => {
    const profile = profileOf(host);
    fc.assert(
      fc.property(routes, (tools) => {
        const all = profile.names(tools).map(({ name }) => name);
        expect(new Set(all).size).toBe(all.length);
      }),
      runs,
    );
  });

  it('of Copilot that are cut are unique', () => {
    const profile = profileOf('copilot');
    fc.assert(
      fc.property(routes, (tools) => {
        const cut = profile
          .names(tools)
          .filter(({ findings }) => findings.some(({ code }) => code === 'name-cut'));
        expect(new Set(cut.map(({ name }) => name)).size).toBe(cut.length);
      }),
      runs,
    );
  });

  it.each(LIMITED)('of %s are within its limit and its characters', (host) => {
    const profile = profileOf(host);
    fc.assert(
      fc.property(routes, (tools) => {
        for (const { name } of profile.names(tools)) {
          expect(name.length).toBeLessThanOrEqual(profile.traits.nameLimit ?? 0);
          expect(name).toMatch(CHARSET[host] ?? /./);
        }
      }),
      runs,
    );
  });

  it.each(ORDERLESS)('of %s do not depend on the order of the list', (host) => {
    const profile = profileOf(host);
    const byRoute = (tools: readonly ToolRoute[]): unknown =>
      Object.fromEntries(
        profile.names(tools).map((row) => [JSON.stringify([row.server, row.tool]), row.name]),
      );
    fc.assert(
      fc.property(
        routes.chain((tools) =>
          fc.tuple(fc.constant(tools), fc.shuffledSubarray(tools, { minLength: tools.length })),
        ),
        ([tools, shuffled]) => {
          expect(byRoute(shuffled)).toEqual(byRoute(tools));
        },
      ),
      runs,
    );
  });

  it.each([...LISTED, 'claude'])('of %s that are clean stay as they are when sanitised again', (host) => {
    const profile = profileOf(host);
    // The tool's part of a name, seen through a server that adds a known prefix.
    const part = (tool: string): string => {
      const prefix = profile.names([{ server: 's', tool: 't' }])[0]?.name.replace(/t$/, '') ?? '';
      return profile.names([{ server: 's', tool }])[0]?.name.slice(prefix.length) ?? '';
    };
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }), (tool) => {
        const once = part(tool);
        fc.pre(once !== '');
        expect(part(once)).toBe(once);
      }),
      runs,
    );
  });
});

const leaf = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'number', 'boolean', ['string', 'null']),
      description: fc.constantFrom('words', ''),
      minLength: fc.nat(5),
      maximum: fc.nat(9),
      default: fc.constantFrom('x', 1, null),
      pattern: fc.constantFrom('^a', 'b+'),
      format: fc.constantFrom('uri', 'date'),
      enum: fc.constantFrom(['a'], [1, 2]),
      title: fc.constant('T'),
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom({}, { const: 'k' }, { $ref: '#/$defs/d' }, { not: { type: 'string' } }),
);
const { schema: anySchema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('schema'), { maxKeys: 3 }),
        required: fc.constantFrom([], ['a']),
        additionalProperties: fc.constantFrom(true, false),
        minProperties: fc.nat(2),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), uniqueItems: fc.boolean() },
      { requiredKeys: ['type'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}));
const rootSchema = fc
  .record({
    properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), anySchema, { maxKeys: 4 }),
    more: fc.record(
      {
        $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
        additionalProperties: fc.boolean(),
        anyOf: fc.array(anySchema, { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ properties, more }) => ({ type: 'object', properties, $defs: { d: { type: 'string' } }, ...more }));

describe.each(
  LISTED.flatMap((host) => profileOf(host).wires.map((wire): readonly [string, HostWire] => [host, wire])),
)('schemas of %s on the %s wire', (host, wire) => {
  const isTranslation = host === 'opencode' && wire === 'gemini';
  const rewrite = (schema: unknown): unknown => profileOf(host).schema(schema, { wire }).schema;

  it('are valid JSON Schema', () => {
    fc.assert(
      fc.property(rootSchema, (schema) => {
        const { schema: result, findings } = profileOf(host).schema(schema, { wire });
        if (!isObject(result)) return;
        const errors = compileSchema(result, { throwOnInvalidRef: false }).schemaErrors ?? [];
        // One host takes definitions away and leaves the references; the profile has to say so.
        const isTold = findings.some(({ code }) => code === 'schema-ref-dangling');
        const others = errors.filter(({ data }) => !isTold || !data.pointer.endsWith('/$ref'));
        expect(others).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('stay as they are when rewritten again', () => {
    fc.assert(
      fc.property(rootSchema, (schema) => {
        // OpenCode's Gemini form is a translation into another dialect: what it says of null and of open objects is lost when
        // it is taken for JSON Schema and translated again. That settles it.
        const once = isTranslation ? rewrite(rewrite(schema)) : rewrite(schema);
        expect(rewrite(once)).toEqual(once);
      }),
      runs,
    );
  });

  it('say of every keyword that is gone where it was', () => {
    fc.assert(
      fc.property(rootSchema, (schema) => {
        const { lost, schema: result } = profileOf(host).schema(schema, { wire });
        const atRoot = lost.filter(({ path }) => path === '').map(({ keyword }) => keyword);
        const gone = Object.keys(schema).filter((key) => !isObject(result) || !Object.hasOwn(result, key));
        expect(atRoot).toEqual(gone);
      }),
      runs,
    );
  });
});
