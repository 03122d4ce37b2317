import { describe, expect, it } from 'vitest';
import { factOf } from '../facts.ts';
import { resolvePlayed } from '../index.ts';
import { profileOf } from '../testing.ts';
import { compareVersions } from '../version-order.ts';
import { CODEX_CHANGES, CODEX_VERSIONS, codexBetween } from './versions.ts';

const at = (version: string) => {
  const profile = resolvePlayed('codex', version)?.profile;
  if (profile === undefined) throw new Error('there is always a nearest one');
  return profile;
};

describe('codex: versions between those that were run', () => {
  it('have no change that a later profile contradicts', () => {
    for (const [index, base] of CODEX_VERSIONS.entries()) {
      const next = CODEX_VERSIONS[index + 1];
      if (next === undefined) continue;
      for (const { change } of codexBetween(base, next.version).changes) {
        const { traits = {}, ...own } = change;
        expect(next).toMatchObject(own);
        expect(next.traits).toMatchObject(traits);
      }
    }
  });

  it('have changes in order, each behind a fact, none of them before the oldest profile', () => {
    const order = CODEX_CHANGES.map(({ from }) => from);
    expect(order).toEqual(order.toSorted(compareVersions));
    for (const { from, rules } of CODEX_CHANGES) {
      expect(compareVersions('0.144.6', from)).toBeLessThan(0);
      for (const rule of rules) expect(factOf(rule)?.host).toBe('codex');
    }
  });

  // CX-4.3, vectors 11, 12 and 17: what the two limits make of them.
  const long = 'extremely_lengthy_function_name_that_absolutely_surpasses_all_reasonable_limits';
  it.each([
    ['0.144.0', 'my_server', long, 'extremely_lengthy_function_name_tha_38fe1039d52b'],
    ['0.148.0', 'my_server', long, 'extremely_lengthy_function_name_tha_38fe1039d52b'],
    ['0.149.0', 'my_server', long, long],
    ['0.153.4', 'my_server', long, long],
    ['0.160.0', 'my_server', long, long],
    ['0.148.0', 's'.repeat(60), 't', '_3fb78d985406'],
    ['0.149.0', 's'.repeat(60), 't', 't'],
    ['0.148.0', 'codex_x', 'a'.repeat(51), `${'a'.repeat(37)}_cee296f2914e`],
    ['0.153.4', 'codex_x', 'a'.repeat(51), 'a'.repeat(51)],
  ])('%s calls %s / %s %s', (version, server, tool, name) => {
    expect(at(version).names([{ server, tool }])[0]?.name).toBe(name);
  });

  it.each([
    ['0.148.0', 'ask'],
    ['0.149.0', 'deny'],
    ['0.160.0', 'deny'],
  ])('%s: policy never at the user stage leads to %s', (version, decision) => {
    expect(
      at(version).approve({ policy: 'never', sandbox: 'read-only', hook: { choice: 'none' } }),
    ).toMatchObject({ decision });
  });

  it.each([
    ['0.153.4', 'direct'],
    ['0.148.0', 'deferred'],
  ])('%s: omit_tools_from deferred leaves a tool %s', (version, exposure) => {
    const settings = { modelClass: 'search', servers: { a: { omitToolsFrom: ['deferred'] } } } as const;
    const plan = at(version).plan([{ server: 'a', tool: 'b', inputSchema: { type: 'object' } }], settings);
    expect(plan.rows[0]?.exposure).toBe(exposure);
  });

  it.each([
    ['0.157.1', 5000],
    ['0.158.0', 90],
  ])('%s: the budget of a schema is %d bytes where the server asks for 90', (version, budget) => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'string', description: 'x'.repeat(80) } },
    };
    const plan = at(version).plan([{ server: 'a', tool: 'b', inputSchema }], {
      servers: { a: { schemaMaxBytes: 90 } },
    });
    expect(plan.losses({ server: 'a', tool: 'b' })?.findings).toHaveLength(budget === 90 ? 1 : 0);
  });

  it('keep what was seen of the older one where nothing is known: minItems goes until 0.154.0', () => {
    const schema = { type: 'object', properties: { a: { type: 'array', minItems: 1, items: {} } } };
    const kept = (version: string) => JSON.stringify(at(version).schema(schema).schema).includes('minItems');
    expect([kept('0.144.6'), kept('0.153.4'), kept('0.154.0'), kept('0.160.0')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(profileOf('codex', '0.154.0').traits.pages).toBe('first');
  });
});

describe('versions', () => {
  it.each([
    ['0.149.0-alpha.3', '0.149.0', -1],
    ['0.149.0-alpha.3', '0.148.9', 1],
    ['0.159.0-alpha.12.1', '0.159.0-alpha.12', 1],
    ['0.159.0-alpha.9', '0.159.0-alpha.12', -1],
    ['2026-03', '2026-02', 1],
    ['0.154', '0.154.0', 0],
    ['2.1.9', '2.1.10', -1],
  ])('%s and %s: %d', (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign);
    expect(Math.sign(compareVersions(right, left))).toBe(0 - sign);
  });
});
