import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../event.ts';
import { baseEvents } from '../testing/arbitrary-events.ts';
import { honestRuns } from '../testing/honest-runs.ts';
import { isVerdict, verdicts, type VerdictDraft } from '../testing/judge.ts';
import { naiveVerdicts } from '../testing/naive-ladder.ts';
import {
  CorrelationState,
  applyCorrelation,
  initCorrelation,
  settleCorrelation,
  type Emission,
} from './index.ts';

const options = fc.record({ waitMs: fc.constantFrom(0, 50, 250), withholdMeta: fc.boolean() });

const line = (verdict: VerdictDraft): string =>
  verdict.kind === 'call.abstained'
    ? ['abstained', verdict.reason, ...verdict.candidates].join(' ')
    : [
        'attributed',
        verdict.tier,
        verdict.thread,
        verdict.window ?? '-',
        verdict.response ?? '-',
        verdict.item ?? '-',
        ...verdict.agrees,
      ].join(' ');

const firstVerdicts = (emissions: readonly Emission[]): Map<string, string> => {
  const lines = new Map<string, string>();
  for (const { draft } of emissions)
    if (isVerdict(draft) && !lines.has(draft.call)) lines.set(draft.call, line(draft));
  return lines;
};

const run = (events: readonly Event[], chosen: { waitMs: number; withholdMeta: boolean }): Emission[] => {
  const state = initCorrelation(chosen);
  const emissions = events.flatMap((event) => applyCorrelation(state, event));
  return [...emissions, ...settleCorrelation(state, state.latest)];
};

describe('the correlator over random captures', () => {
  it('agrees with a separately written reference', () => {
    fc.assert(
      fc.property(baseEvents(90), options, (events, chosen) => {
        expect(firstVerdicts(run(events, chosen))).toEqual(naiveVerdicts(events, chosen));
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with the reference over runs as clients make them', () => {
    fc.assert(
      fc.property(honestRuns, options, ({ events }, chosen) => {
        expect(firstVerdicts(run(events, chosen))).toEqual(naiveVerdicts(events, chosen));
      }),
    );
  });

  it('says the same after its memory was written down and read back at any event', () => {
    fc.assert(
      fc.property(baseEvents(), options, fc.array(fc.nat(120), { maxLength: 5 }), (events, chosen, cuts) => {
        let state = initCorrelation(chosen);
        const emissions: Emission[] = [];
        for (const [index, event] of events.entries()) {
          if (cuts.includes(index)) state = CorrelationState.parse(JSON.parse(JSON.stringify(state)));
          emissions.push(...applyCorrelation(state, event));
        }
        emissions.push(...settleCorrelation(state, state.latest));
        expect(emissions).toEqual(run(events, chosen));
      }),
    );
  });

  it('never differs in the thread when ids are withheld: it agrees or abstains', () => {
    fc.assert(
      fc.property(baseEvents(), (events) => {
        const withIds = verdicts(events);
        for (const [call, without] of verdicts(events, { withholdMeta: true })) {
          const verdict = withIds.get(call);
          if (without.kind === 'call.abstained' || verdict?.kind !== 'call.attributed') continue;
          expect(verdict.thread).toBe(without.thread);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('judges every call of a client or host exactly once', () => {
    fc.assert(
      fc.property(baseEvents(), (events) => {
        const started = new Set(
          events.flatMap((event) =>
            event.kind === 'call.started' && event.origin !== 'user' ? [event.call] : [],
          ),
        );
        expect(new Set(verdicts(events).keys())).toEqual(started);
      }),
    );
  });
});
