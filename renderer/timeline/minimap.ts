import { u32 } from './columns.ts';

export const BUCKETS = 2048;
const FIRST_STEP = 1;

/**
 * How many calls were in flight, and where calls failed, over the whole capture in 2,048 buckets kept as slices arrive.
 * Starts and ends are counted apart: calls in flight in a bucket = starts up to it − ends before it, which stays exact when
 * two buckets become one. Buckets double in width (ms) as time grows.
 */
export class Minimap {
  step = FIRST_STEP;
  readonly #starts = new Uint32Array(BUCKETS);
  readonly #ends = new Uint32Array(BUCKETS);
  readonly #faults = new Uint32Array(BUCKETS);

  /** Counts a call. Times in ms; `end` is Infinity while it is open. */
  add(start: number, end: number, fault: boolean): void {
    this.#tally(start, end, fault, 1);
  }

  /** Takes back a call that was counted with the same numbers. */
  remove(start: number, end: number, fault: boolean): void {
    this.#tally(start, end, fault, -1);
  }

  /** For `columns` equal parts of [from, to] ms: the most calls in flight at once, and whether one that failed started there. */
  read(from: number, to: number, columns: number): { inFlight: Uint32Array; fault: Uint8Array } {
    const inFlight = new Uint32Array(columns);
    const fault = new Uint8Array(columns);
    const width = (to - from) / columns;
    let running = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      running += u32(this.#starts, bucket);
      if (running > 0 || u32(this.#faults, bucket) > 0) {
        const first = Math.max(0, Math.floor((bucket * this.step - from) / width));
        const last = Math.min(columns - 1, Math.ceil(((bucket + 1) * this.step - from) / width) - 1);
        for (let column = first; column <= last; column++)
          inFlight[column] = Math.max(u32(inFlight, column), running);
        if (u32(this.#faults, bucket) > 0 && first < columns && last >= 0)
          fault[Math.max(0, Math.min(first, columns - 1))] = 1;
      }
      running -= u32(this.#ends, bucket);
    }
    return { inFlight, fault };
  }

  #tally(start: number, end: number, fault: boolean, by: 1 | -1): void {
    if (end !== Infinity) count(this.#ends, this.#bucket(end), by);
    count(this.#starts, this.#bucket(start), by);
    if (fault) count(this.#faults, this.#bucket(start), by);
  }

  #bucket(time: number): number {
    let bucket = Math.max(0, Math.floor(time / this.step));
    while (bucket >= BUCKETS) {
      for (const counts of [this.#starts, this.#ends, this.#faults]) halve(counts);
      this.step *= 2;
      bucket = Math.floor(time / this.step);
    }
    return bucket;
  }
}

function count(counts: Uint32Array, bucket: number, by: number): void {
  counts[bucket] = u32(counts, bucket) + by;
}

function halve(counts: Uint32Array): void {
  for (let i = 0; i < BUCKETS / 2; i++) counts[i] = u32(counts, 2 * i) + u32(counts, 2 * i + 1);
  counts.fill(0, BUCKETS / 2);
}
