import * as fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { AbstainReason, Event, type Kind } from '../../event.ts';
import { captureEvents, withVerdicts } from './arbitrary-events.ts';
import { honestRuns } from './honest-runs.ts';

describe('random captures', () => {
  it('are made of valid events with dense seq', () => {
    fc.assert(
      fc.property(captureEvents(), (events) => {
        expect(z.array(Event).safeParse(events).error).toBeUndefined();
        expect(events.map((event) => event.seq)).toEqual(events.map((_event, index) => index));
      }),
      { numRuns: 50 },
    );
  });

  it('hold every kind, and every verdict', () => {
    const kinds = new Set<Kind>();
    const reasons = new Set<string>();
    const tiers = new Set<string>();
    const both = fc.oneof(
      captureEvents(),
      honestRuns.map(({ events }) => withVerdicts(events, { withholdMeta: true })),
    );
    fc.assert(
      fc.property(both, (events) => {
        for (const event of events) {
          kinds.add(event.kind);
          if (event.kind === 'call.abstained') reasons.add(event.reason);
          if (event.kind === 'call.attributed') tiers.add(event.tier);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect([...kinds].toSorted()).toEqual(Event.options.map((option) => option.shape.kind.value).toSorted());
    expect([...tiers].toSorted()).toEqual(['lifecycle', 'meta', 'structured', 'window']);
    expect([...reasons].toSorted()).toEqual([...AbstainReason.options].toSorted());
  });
});
