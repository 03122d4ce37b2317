import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Event } from './event.ts';
import { captureEvents } from './model/testing/arbitrary-events.ts';
import { compileCheck } from './check.ts';

const check = compileCheck(Event);

/** Every object and list inside a value, with itself first. */
const places = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(places)] : [];

const anything = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '',
    'x',
    'id_0123456789abcdef',
    'call:1',
    'a b',
    null,
  ),
);

describe('the compiled check of an event', () => {
  it('accepts random captures, as the schema does', () => {
    fc.assert(
      fc.property(captureEvents(), (events) => {
        for (const event of events) expect([event, check(event)]).toEqual([event, true]);
      }),
    );
  });

  it('agrees with the schema on events with one thing changed, added or taken away', () => {
    const change = fc.record({
      at: fc.nat(),
      key: fc.nat(),
      how: fc.constantFrom('set', 'add', 'delete'),
      value: anything,
    });
    fc.assert(
      fc.property(
        captureEvents(),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (events, changes, pick) => {
          const event: unknown = structuredClone(events[pick % events.length]);
          for (const { at, key, how, value } of changes) {
            const inside = places(event);
            const place = inside[at % inside.length];
            if (place === undefined) continue;
            const keys = Object.keys(place);
            const chosen = keys[key % Math.max(1, keys.length)] ?? 'x';
            if (how === 'delete') Reflect.deleteProperty(place, chosen);
            else Reflect.set(place, how === 'add' ? `extra${key % 3}` : chosen, value);
          }
          expect([event, check(event)]).toEqual([event, Event.safeParse(event).success]);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
