import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

const delay = fc.bigInt({ min: 0n, max: 50_000_000n });
const exchange = fc.record({ out: delay, back: delay, pause: delay });

/** Plays ping and pong against a clock that is `ahead` of ours. */
function play(ahead: bigint, exchanges: readonly { out: bigint; back: bigint; pause: bigint }[]) {
  const clock = createClock();
  let ours = 1_000_000_000n;
  for (const { out, back, pause } of exchanges) {
    const sent = ours;
    const theirs = sent + out + ahead;
    const received = sent + out + back;
    clock.sent(sent, theirs);
    clock.received(theirs, received);
    ours = received + pause;
  }
  const read = clock.read();
  if (read === undefined) throw new Error('no exchange');
  return read;
}

describe('the clock of a wrapper', () => {
  it('is known within the uncertainty that it states, however slow the exchanges are', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.array(exchange, { minLength: 1, maxLength: 12 }),
        (ahead, exchanges) => {
          const read = play(ahead, exchanges);
          const error = read.offset > ahead ? read.offset - ahead : ahead - read.offset;
          // Half a nanosecond is lost where the middle is no whole number.
          expect(error <= read.uncertainty + 1n).toBe(true);
        },
      ),
    );
  });

  it('is no worse than half of the fastest exchange when the clocks differ', () => {
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 12 }), (exchanges) => {
        const read = play(10n ** 12n, exchanges);
        const fastest = exchanges.map(({ out, back }) => out + back).reduce((a, b) => (a < b ? a : b));
        expect(read.uncertainty <= fastest / 2n + 1n).toBe(true);
      }),
    );
  });

  it('takes the clocks as one unless an exchange says otherwise', () => {
    expect(play(0n, [{ out: 5n, back: 9n, pause: 0n }])).toEqual({ offset: 0n, uncertainty: 9n });
  });

  it('says nothing before both directions were seen', () => {
    const clock = createClock();
    clock.received(1n, 2n);
    expect(clock.read()).toBeUndefined();
  });
});
