import { f64, lowerBound, u32, u8 } from './columns.ts';
import { BLOCK, BLOCK_BITS, outranks } from './index.ts';
import { RANK } from './styles.ts';
import type { Track } from './track.ts';

/** What is visible: device pixels from `x0` to `x1`. `i` is the slice's position in the track, -1 for a run that stands for several. */
export type PaintRect = (x0: number, x1: number, style: number, i: number) => void;

export interface Span {
  /** Time at the left edge, ms. */
  readonly from: number;
  /** Device pixels per ms. */
  readonly scale: number;
  /** Device pixels. */
  readonly width: number;
  /** Where open slices end for now, ms. */
  readonly now: number;
}

/** From this many device pixels a slice is a bar of its own. Below, one pixel stands for all that fall into it. */
const BAR_PX = 2;

/**
 * Reports what a track shows in a span, left to right, at most one rectangle a device pixel. Slices under 2 px share their
 * pixel: the highest rank wins it, whole blocks of the index are hopped over, equal neighbours become one rectangle.
 */
export function visit(track: Track, span: Span, paint: PaintRect): void {
  const { start, end, style } = track;
  const { levels } = track.index;
  const { from, scale, width, now } = span;
  const pixel = 1 / scale;
  const barMs = BAR_PX * pixel;
  const last = lowerBound(start, track.n, from + width / scale);
  let i = lowerBound(end, track.n, from);
  let runFrom = -1;
  let runTo = -1;
  let runStyle = -1;
  while (i < last) {
    let x0 = Math.min(width - 1, Math.max(0, Math.floor((f64(start, i) - from) * scale)));
    if (f64(end, i) - f64(start, i) >= barMs) {
      if (runTo > runFrom) {
        paint(runFrom, runTo, runStyle, -1);
        x0 = Math.max(x0, runTo); // a bar never covers the pixel that stands for others
      }
      const x1 = Math.min(width, Math.max(x0 + 1, Math.round((Math.min(f64(end, i), now) - from) * scale)));
      if (x1 > x0) paint(x0, x1 - (x1 - x0 > 3 ? 1 : 0), u8(style, i), i); // the gap keeps neighbours apart
      else if (u8(RANK, u8(style, i)) > u8(RANK, runStyle)) paint(width - 1, width, u8(style, i), i); // no room left at the edge
      runFrom = runTo = -1;
      i++;
      continue;
    }
    const pixelEnd = from + (x0 + 1) * pixel;
    let best = i;
    let next = i + 1;
    while (next < last && f64(start, next) < pixelEnd) {
      let candidate = next;
      let size = 1;
      if ((next & (BLOCK - 1)) === 0) {
        for (
          let level = 0, hop = BLOCK;
          level < levels.length && (next & (hop - 1)) === 0 && next + hop <= last;
          level++, hop <<= BLOCK_BITS
        ) {
          if (f64(start, next + hop - 1) >= pixelEnd) break;
          size = hop;
          candidate = u32(levels[level] ?? new Uint32Array(0), next >> (BLOCK_BITS * (level + 1)));
        }
      }
      if (outranks(track, candidate, best)) best = candidate;
      next += size;
    }
    const tail = next - 1;
    if (tail > i && f64(end, tail) - f64(start, tail) >= barMs) {
      next = tail; // only the last in a pixel can be wide; the next turn draws it as a bar
      if (best === tail) best = highest(track, i, tail);
    }
    const bestStyle = u8(style, best);
    if (x0 < runTo) {
      // Rounding put this slice back into the last pixel of the run: the higher rank keeps it.
      if (u8(RANK, bestStyle) > u8(RANK, runStyle)) {
        if (runTo - 1 > runFrom) paint(runFrom, runTo - 1, runStyle, -1);
        runFrom = runTo - 1;
        runStyle = bestStyle;
      }
    } else if (bestStyle === runStyle && x0 === runTo) runTo++;
    else {
      if (runTo > runFrom) paint(runFrom, runTo, runStyle, -1);
      runFrom = x0;
      runTo = x0 + 1;
      runStyle = bestStyle;
    }
    i = next;
  }
  if (runTo > runFrom) paint(runFrom, runTo, runStyle, -1);
}

/** The slice of [from, to) that stands for the others. */
function highest(track: Track, from: number, to: number): number {
  let best = from;
  for (let i = from + 1; i < to; i++) if (outranks(track, i, best)) best = i;
  return best;
}
