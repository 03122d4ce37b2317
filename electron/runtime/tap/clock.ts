/** How far another process's monotonic clock is ahead of ours, and how wrong that may be; nanoseconds. */
export interface ClockOffset {
  readonly offset: bigint;
  readonly uncertainty: bigint;
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Bounds the offset by causality: what was sent cannot arrive before it left. Each message one way gives a lower bound,
 * each one the other way an upper bound, and the truth lies between the best two, however slow the others were.
 */
export function createClock() {
  let low: bigint | undefined;
  let high: bigint | undefined;

  return {
    /** Theirs, stamped `theirs`, was here by `ours`. */
    received: (theirs: bigint, ours: bigint): void => {
      const bound = theirs - ours;
      low = low === undefined || bound > low ? bound : low;
    },
    /** What we did at `ours` had happened when they stamped `theirs`. */
    sent: (ours: bigint, theirs: bigint): void => {
      const bound = theirs - ours;
      high = high === undefined || bound < high ? bound : high;
    },
    /**
     * Where nothing contradicts it the clocks are taken as one: on the systems we run on, the monotonic clock is that of the
     * machine. The uncertainty covers both bounds in any case.
     */
    read: (): ClockOffset | undefined => {
      if (low === undefined || high === undefined) return undefined;
      if (low <= 0n && high >= 0n) return { offset: 0n, uncertainty: larger(-low, high) };
      const offset = (low + high) / 2n;
      // A pair of bounds that cross means a clock that was moved; the gap is what we do not know.
      return { offset, uncertainty: larger(magnitude(high - offset), magnitude(low - offset)) };
    },
  };
}
