import * as fc from 'fast-check';
import type { Track } from './track.ts';
import type { TimelineLane, TimelineSlice, TimelineState } from './types.ts';
import { RANK, STYLE_COUNT } from './styles.ts';

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly style: number;
}

/** Slices that never overlap, sorted, from sub-pixel ones to long ones, with gaps of every size. Times in ms. */
export const pieces: fc.Arbitrary<Piece[]> = fc
  .array(
    fc.record({ gap: spread(), length: spread(), style: fc.integer({ min: 0, max: STYLE_COUNT - 1 }) }),
    { maxLength: 400, size: 'max' },
  )
  .map((parts) => {
    let time = 0;
    return parts.map(({ gap, length, style }) => {
      const start = time + gap;
      time = start + length;
      return { start, end: time, style };
    });
  });

function spread(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.double({ min: 0, max: 5000, noNaN: true }),
  );
}

/** What stands in a track, as plain objects. */
export function contents(track: Track): (Piece & { id: number })[] {
  return Array.from({ length: track.n }, (_, i) => ({
    start: track.start[i] ?? NaN,
    end: track.end[i] ?? NaN,
    style: track.style[i] ?? NaN,
    id: track.id[i] ?? NaN,
  }));
}

/** Checks every block of the index against a plain search through its slices; returns what is wrong. */
export function indexFaults(track: Track): string[] {
  const all = contents(track);
  const faults: string[] = [];
  const key = (i: number): [number, number] => {
    const piece = all[i];
    return piece === undefined ? [-1, -1] : [RANK[piece.style] ?? -1, piece.end - piece.start];
  };
  let size = 16;
  for (let level = 0; Math.ceil(track.n / (size / 16)) > 1; level++, size *= 16) {
    const blocks = track.index.levels[level];
    if (blocks === undefined) {
      faults.push(`level ${level} is missing for ${track.n} slices`);
      break;
    }
    for (let block = 0; block * size < track.n; block++) {
      const first = block * size;
      const until = Math.min(track.n, first + size);
      const shown = blocks[block] ?? -1;
      if (shown < first || shown >= until) faults.push(`level ${level} block ${block} shows ${shown}`);
      for (let i = first; i < until; i++) {
        const [rank, length] = key(i);
        const [shownRank, shownLength] = key(shown);
        if (rank > shownRank || (rank === shownRank && length > shownLength))
          faults.push(`level ${level} block ${block}: ${i} outranks ${shown}`);
      }
    }
  }
  return faults;
}

export function lane(id: string, more: Partial<TimelineLane> = {}): TimelineLane {
  return { id, kind: 'thread', label: id, note: null, parent: null, ...more };
}

/** A finished call of 100 ms unless said otherwise. */
export function slice(id: string, more: Partial<TimelineSlice> = {}): TimelineSlice {
  return {
    id,
    ref: { kind: 'call', id },
    lane: 'a',
    group: 'shape_probe',
    start: 0,
    end: 100,
    label: id,
    style: 'call-ok',
    parent: null,
    note: null,
    thread: null,
    server: null,
    attribution: null,
    reason: null,
    ...more,
  };
}

export function timelineState(more: Partial<TimelineState>): TimelineState {
  return {
    revision: 0,
    lanes: [],
    slices: [],
    connectors: [],
    counts: { threads: 0, calls: 0, attributed: 0, abstained: 0 },
    latest: 0,
    ...more,
  };
}
