import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import vectors from '../../../tests/fixtures/host-names.json' with { type: 'json' };
import { routeKey } from '../route.ts';
import { codexNames, sanitise } from './names.ts';

const Row = z.object({
  server: z.string(),
  tool: z.string(),
  namespace: z.string(),
  name: z.string(),
  codeMode: z.string(),
  hook: z.string(),
});
const cases = z
  .array(
    z.object({
      case: z.string(),
      limit: z.number(),
      input: z.array(z.object({ server: z.string(), tool: z.string() })),
      output: z.array(Row),
    }),
  )
  .parse(vectors.codex);

describe('codex names: vectors', () => {
  it.each(cases)('$case, limit $limit', ({ input, limit, output }) => {
    const rows = codexNames(input, {}, limit);
    expect(rows.map((row) => [row.server, row.tool])).toEqual(input.map((one) => [one.server, one.tool]));
    const kept = rows.filter((row) => row.dropped !== true);
    expect(new Map(kept.map((row) => [routeKey(row), Row.parse(row)]))).toEqual(
      new Map(output.map((row) => [routeKey(row), row])),
    );
  });

  it('keeps the wire pairs apart where code mode and hooks collapse, and says so (vector 23)', () => {
    const rows = codexNames(
      [
        { server: 'a', tool: 'b__c' },
        { server: 'a__b', tool: 'c' },
      ],
      {},
      64,
    );
    expect(rows.map((row) => [row.namespace, row.name, row.codeMode, row.hook])).toEqual([
      ['mcp__a', 'b__c', 'mcp__a__b__c', 'mcp__a__b__c'],
      ['mcp__a__b', 'c', 'mcp__a__b__c', 'mcp__a__b__c'],
    ]);
    for (const row of rows) {
      expect(row.findings.map((one) => one.code)).toEqual(['name-collapses', 'name-collapses']);
    }
  });

  it('leaves the prefix off when told to (vector 22)', () => {
    const [row] = codexNames([{ server: 'shape_probe', tool: 'lookup' }], { unprefixed: true }, 64);
    expect(row).toMatchObject({ namespace: 'shape_probe', name: 'lookup', codeMode: 'shape_probe__lookup' });
  });

  it('cuts at 64 but not at 128 (vector 17)', () => {
    const input = [{ server: 'codex_x', tool: 'a'.repeat(51) }];
    expect(codexNames(input, {}, 64)[0]?.name).toBe(`${'a'.repeat(37)}_cee296f2914e`);
    expect(codexNames(input, {}, 128)[0]?.name).toBe('a'.repeat(51));
    const eleven = [
      {
        server: 'my_server',
        tool: 'extremely_lengthy_function_name_that_absolutely_surpasses_all_reasonable_limits',
      },
    ];
    expect(codexNames(eleven, {}, 64)[0]?.name).toBe('extremely_lengthy_function_name_tha_38fe1039d52b');
  });

  it('keeps a row for a dropped duplicate', () => {
    const rows = codexNames(
      [
        { server: 'alpha', tool: 'search' },
        { server: 'alpha', tool: 'search' },
      ],
      {},
      128,
    );
    expect(rows.map((row) => row.dropped)).toEqual([undefined, true]);
    expect(rows[1]?.findings).toMatchObject([{ code: 'name-duplicate-dropped', rules: ['CX-4.2/4'] }]);
  });

  it('flags a server name that Codex would not start', () => {
    const [row] = codexNames([{ server: 'my server', tool: 'go' }], {}, 128);
    expect(row?.findings).toMatchObject([{ code: 'server-name-refused', severity: 'error' }]);
  });
});

// Short alphabets make collisions of every kind likely.
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', 'é', '🙂'), maxLength: 5 }),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
);
const route = fc.record({ server: part, tool: part });
const routes = fc.array(route, { maxLength: 30 });

describe('codex names: properties', () => {
  it.each([64, 128])('unique pairs and joined spellings within %i bytes', (limit) => {
    fc.assert(
      fc.property(routes, (input) => {
        const kept = codexNames(input, {}, limit).filter((row) => row.dropped !== true);
        const joined = kept.map((row) => `${row.namespace}${row.name}`);
        expect(new Set(joined).size).toBe(kept.length);
        for (const row of kept) {
          expect(row.name).toMatch(/^[A-Za-z0-9_]+$/);
          expect((row.namespace ?? '').length + row.name.length + 2).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('do not depend on the order of the input', () => {
    fc.assert(
      fc.property(
        routes.chain((input) =>
          fc.tuple(
            fc.constant(input),
            fc.shuffledSubarray(input, { minLength: input.length, maxLength: input.length }),
          ),
        ),
        ([input, shuffled]) => {
          const named = (rows: ReturnType<typeof codexNames>) =>
            new Map(rows.map((row) => [routeKey(row), [row.namespace, row.name, row.codeMode, row.hook]]));
          expect(named(codexNames(shuffled, {}, 64))).toEqual(named(codexNames(input, {}, 64)));
        },
      ),
    );
  });

  it('sanitising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitise(sanitise(text))).toBe(sanitise(text));
      }),
    );
  });
});
