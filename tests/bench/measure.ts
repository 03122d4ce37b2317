/** One comparison of the benchmark: a figure, its limit, and what it was compared with. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | '×';
  readonly limit: number;
  /** The raw medians behind it, for the table. */
  readonly detail: string;
}

export const holds = (figure: Figure): boolean => figure.value <= figure.limit;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Two ways to do the same, turn by turn, so that whatever else the machine does weighs on both. The order changes with each
 * round; the first round warms up and is not counted.
 */
export async function sideBySide(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number; ratio: number }> {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? await ours() : Number.NaN;
    const other = await theirs();
    const mine = round % 2 === 0 ? first : await ours();
    if (round > 0) pairs.push({ ours: mine, theirs: other });
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    // The ratio of each round, not of the medians: a busy moment then weighs on both of its sides.
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  };
}
