import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from './index.ts';

const hosts = new URL('../hosts/', import.meta.url);
/** Codes of findings in the profiles, out of their own text. */
const told = new Set(
  readdirSync(hosts, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, hosts), 'utf8').matchAll(/code: '([a-z0-9-]+)'/g)])
    .flatMap(([, code]) => code ?? []),
);

/** Findings that a rule of another kind finds by itself, from the row or the schema behind them. */
const OTHERWISE = ['name-collapses', 'schema-refused', 'schema-root-not-object', 'tools-over-advice'];

describe('findings of profiles', () => {
  it('are all passed on by a rule', () => {
    const passed = RULES.flatMap((rule) => (rule.by === 'finding' ? rule.findings : []));
    expect(told.size).toBeGreaterThan(10);
    expect([...told].toSorted()).toEqual([...passed, ...OTHERWISE].toSorted());
  });
});
