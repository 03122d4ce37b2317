import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnstile } from './parallel.ts';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the turnstile', () => {
  it('lets readers in together and everybody else alone, in order, also after failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ together: fc.boolean(), ticks: fc.integer({ min: 0, max: 4 }), fails: fc.boolean() }),
          { maxLength: 12 },
        ),
        async (calls) => {
          const turnstile = createTurnstile();
          const inside = new Set<number>();
          const order: number[] = [];
          const runs = calls.map(({ together, ticks, fails }, index) =>
            turnstile.run(together, async () => {
              order.push(index);
              inside.add(index);
              for (let count = 0; count < ticks; count++) {
                await tick();
                const alone = [...inside].some((one) => calls[one]?.together === false);
                expect(alone && inside.size > 1).toBe(false);
              }
              inside.delete(index);
              if (fails) throw new Error('no');
              return index;
            }),
          );
          const settled = await Promise.allSettled(runs);
          expect(settled.map((one) => one.status)).toEqual(
            calls.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          );
          // Nobody overtakes one that has to be alone.
          for (const [index, call] of calls.entries()) {
            if (call.together) continue;
            const place = order.indexOf(index);
            expect(order.slice(0, place).every((other) => other < index)).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
