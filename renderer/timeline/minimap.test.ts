import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUCKETS, Minimap } from './minimap.ts';

const calls = fc.array(
  fc.record({
    start: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 100_000 })),
    length: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(Infinity)),
    fault: fc.boolean(),
  }),
  { maxLength: 80 },
);

describe('Minimap', () => {
  it('equals a plain count of the calls that touch each bucket, however often buckets were joined', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const map = new Minimap();
        for (const { start, length, fault } of list) map.add(start, start + length, fault);
        const { inFlight, fault } = map.read(0, BUCKETS * map.step, BUCKETS);
        const bucketOf = (time: number): number => Math.floor(time / map.step);
        const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
        const touching = (bucket: number): number =>
          list.filter(({ start, length }) => bucketOf(start) <= bucket && bucketOf(start + length) >= bucket)
            .length;
        const failed = (bucket: number): number =>
          list.some((item) => item.fault && bucketOf(item.start) === bucket) ? 1 : 0;
        expect([...inFlight]).toEqual(buckets.map(touching));
        expect([...fault]).toEqual(buckets.map(failed));
      }),
      { numRuns: 60 },
    );
  });

  it('forgets exactly what it is told to', () => {
    fc.assert(
      fc.property(calls, calls, (kept, gone) => {
        const map = new Minimap();
        const plain = new Minimap();
        for (const { start, length, fault } of [...kept, ...gone]) map.add(start, start + length, fault);
        for (const { start, length, fault } of kept) plain.add(start, start + length, fault);
        for (const { start, length, fault } of gone) map.remove(start, start + length, fault);
        plain.add(100_500, 100_500, false);
        map.add(100_500, 100_500, false);
        expect(map.read(0, 101_000, 500)).toEqual(plain.read(0, 101_000, 500));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps every fault visible when many buckets share a column', () => {
    const map = new Minimap();
    map.add(1234, 1235, true);
    expect([...map.read(0, 2000, 10).fault]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  });
});
