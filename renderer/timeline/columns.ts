/**
 * Readers for typed arrays. One a type, so that every call site sees one kind of array and is inlined;
 * the callers keep their indices in range.
 */
export const f64 = (column: Float64Array, index: number): number => column[index] ?? 0;
export const u32 = (column: Uint32Array, index: number): number => column[index] ?? 0;
export const u8 = (column: Uint8Array, index: number): number => column[index] ?? 0;

export function grownF64(column: Float64Array, size: number): Float64Array {
  const next = new Float64Array(size);
  next.set(column);
  return next;
}

export function grownU32(column: Uint32Array, size: number): Uint32Array {
  const next = new Uint32Array(size);
  next.set(column);
  return next;
}

export function grownU8(column: Uint8Array, size: number): Uint8Array {
  const next = new Uint8Array(size);
  next.set(column);
  return next;
}

/** First index in `column[from..count)` whose value is at least `value`; `count` when there is none. The column is sorted. */
export function lowerBound(column: Float64Array, count: number, value: number, from = 0): number {
  let low = from;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (f64(column, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index in `column[from..count)` whose value is greater than `value`; `count` when there is none. */
export function upperBound(column: Float64Array, count: number, value: number, from = 0): number {
  let low = from;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (f64(column, middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
