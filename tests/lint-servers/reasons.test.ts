import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listHosts } from '../../shared/hosts/index.ts';
import { ruleOf } from '../../shared/lint/index.ts';
import { CHOSEN } from './chosen.ts';
import { REASONS } from './reasons.ts';
import { Results } from './results.ts';

const results = Results.parse(JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8')));

describe('what was found in servers of the registry', () => {
  it('is kept for all ten', () => {
    expect(Object.keys(results).toSorted()).toEqual(CHOSEN.map(({ name }) => name).toSorted());
    expect(CHOSEN).toHaveLength(10);
  });

  it('has a reason for every alarm, and no reason without an alarm', () => {
    const alarms = Object.entries(results).flatMap(([server, { alarms: own }]) =>
      own.map(({ code }) => `${server}: ${code}`),
    );
    const reasons = Object.entries(REASONS).flatMap(([server, own]) =>
      Object.entries(own).map(([code, reason]) => {
        expect(reason.length).toBeGreaterThan(40);
        return `${server}: ${code}`;
      }),
    );
    expect(reasons.toSorted()).toEqual(alarms.toSorted());
  });

  it('names rules and hosts that there are', () => {
    const known: readonly string[] = listHosts().map(({ id }) => id);
    for (const { code, hosts } of Object.values(results).flatMap(({ alarms }) => alarms)) {
      expect(ruleOf(code)?.code).toBe(code);
      for (const host of hosts) expect(known).toContain(host);
    }
  });
});
