import type { TimelineSlice, TimelineState } from './types.ts';

export type SortKey = 'start' | 'end' | 'duration';

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/**
 * Indices of the slices in the order of a column; equal ones keep the order in which they came. The slices grow in place:
 * an answer is good for the revision it was asked for.
 */
export function sortedRows(
  { slices }: Pick<TimelineState, 'slices' | 'revision'>,
  { key, descending }: Sort,
): Uint32Array {
  const values = Float64Array.from(slices, (slice) => valueOf(slice, key));
  const rows = Uint32Array.from(slices.keys());
  return rows.toSorted((a, b) => order(values[a] ?? 0, values[b] ?? 0) * (descending ? -1 : 1) || a - b);
}

function valueOf(slice: TimelineSlice, key: SortKey): number {
  switch (key) {
    case 'start':
      return slice.start;
    case 'end':
      return slice.end;
    case 'duration':
      return slice.end - slice.start;
  }
}

/** Infinite values are equal to each other; a difference of them would be no number. */
function order(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
