import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LocalId } from '../../event.ts';
import { honestRuns, type HonestRun } from '../testing/honest-runs.ts';
import { verdicts, type VerdictDraft } from '../testing/judge.ts';
import type { CorrelationOptions } from './machine.ts';

const runs = { numRuns: 300 };

function wrong({ events, truth }: HonestRun, options: CorrelationOptions): LocalId[] {
  return [...verdicts(events, options)].flatMap(([call, verdict]) => {
    const owner = truth.get(call);
    if (verdict.kind !== 'call.abstained' && verdict.thread !== owner?.thread) return [call];
    if (verdict.kind !== 'call.abstained' && verdict.item !== undefined && verdict.item !== owner?.item)
      return [call];
    return [];
  });
}

describe('runs whose owners are known', () => {
  it('are never attributed wrongly, with ids or without, whatever the wait', () => {
    fc.assert(
      fc.property(honestRuns, fc.boolean(), fc.constantFrom(0, 50, 250), (run, withholdMeta, waitMs) => {
        expect(wrong(run, { withholdMeta, waitMs })).toEqual([]);
      }),
      runs,
    );
  });

  it('are attributed completely where the client sends ids', () => {
    fc.assert(
      fc.property(honestRuns, ({ events, truth }) => {
        const judged = verdicts(events);
        const missed: LocalId[] = [];
        for (const [call, owner] of truth) {
          const verdict = judged.get(call);
          const right =
            verdict?.kind === 'call.attributed' && verdict.tier === 'meta' && verdict.item === owner.item;
          if (owner.named && !right) missed.push(call);
        }
        expect(missed).toEqual([]);
        expect(judged.size).toBe(truth.size);
      }),
      runs,
    );
  });

  it('agree or abstain when the same ids are withheld', () => {
    fc.assert(
      fc.property(honestRuns, ({ events }) => {
        const withIds = verdicts(events);
        const without = verdicts(events, { withholdMeta: true });
        expect(without.size).toBe(withIds.size);
        expect([...without].filter(([call, verdict]) => differ(withIds.get(call), verdict))).toEqual([]);
      }),
      runs,
    );
  });

  it('are often attributed without ids as well', () => {
    let attributed = 0;
    let all = 0;
    fc.assert(
      fc.property(honestRuns, ({ events }) => {
        for (const verdict of verdicts(events, { withholdMeta: true }).values()) {
          all++;
          if (verdict.kind === 'call.attributed') attributed++;
        }
      }),
      { ...runs, seed: 1 },
    );
    expect(attributed / all).toBeGreaterThan(0.25);
  });
});

function differ(a: VerdictDraft | undefined, b: VerdictDraft): boolean {
  if (a?.kind !== 'call.attributed' || b.kind !== 'call.attributed') return false;
  return a.thread !== b.thread || (a.item !== undefined && b.item !== undefined && a.item !== b.item);
}
