import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault, RANK, styleCode } from './styles.ts';
import { pieces } from './testing.ts';
import type { Piece } from './testing.ts';
import { Track } from './track.ts';
import { visit } from './visit.ts';

const WIDTH = 300;
const EMPTY = 255;

const spans = fc.record({
  from: fc.double({ min: -500, max: 40_000, noNaN: true }),
  length: fc.oneof(
    fc.double({ min: 1, max: 100, noNaN: true }),
    fc.double({ min: 100, max: 400_000, noNaN: true }),
  ),
});

function trackOf(list: readonly Piece[]): Track {
  const track = new Track();
  list.forEach((piece, id) => track.push(piece.start, piece.end, id, piece.style));
  return track;
}

/** Paints like the screen: what is narrow first, then bars of 6 px and more on top. */
function painted(track: Track, from: number, length: number, now = Infinity): Uint8Array {
  const line = new Uint8Array(WIDTH).fill(EMPTY);
  const bars: [number, number, number][] = [];
  visit(track, { from, scale: WIDTH / length, width: WIDTH, now }, (x0, x1, style, i) => {
    if (x0 < 0 || x1 <= x0 || x1 > WIDTH) throw new RangeError(`rectangle from ${x0} to ${x1}`);
    if (i >= 0 && x1 - x0 >= 6) bars.push([x0, x1, style]);
    else line.fill(style, x0, x1);
  });
  for (const [x0, x1, style] of bars) line.fill(style, x0, x1);
  return line;
}

describe('visit', () => {
  it('never loses a fault, whatever the zoom', () => {
    fc.assert(
      fc.property(pieces, spans, (list, { from, length }) => {
        const scale = WIDTH / length;
        const line = painted(trackOf(list), from, length);
        const lost = list.filter((piece) => {
          if (!isFault(piece.style) || piece.end < from || piece.start >= from + length) return false;
          const first = Math.max(0, Math.floor((piece.start - from) * scale) - 1);
          const last = Math.min(WIDTH - 1, Math.ceil((piece.end - from) * scale) + 1);
          return !line.subarray(first, last + 1).some(isFault);
        });
        expect(lost).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('paints no pixel that no slice touches', () => {
    fc.assert(
      fc.property(pieces, spans, (list, { from, length }) => {
        const scale = WIDTH / length;
        const line = painted(trackOf(list), from, length);
        const touched = new Uint8Array(WIDTH);
        for (const piece of list) {
          const x0 = Math.max(0, Math.floor((piece.start - from) * scale - 1e-6));
          const x1 = Math.ceil((piece.end - from) * scale + 1e-6) + 1;
          if (x1 > 0 && x0 < WIDTH) touched.fill(1, x0, x1);
        }
        const invented = [...line.keys()].filter((x) => touched[x] === 0 && line[x] !== EMPTY);
        expect(invented).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out no slice that is wide enough to be seen', () => {
    fc.assert(
      fc.property(pieces, spans, (list, { from, length }) => {
        const scale = WIDTH / length;
        const line = painted(trackOf(list), from, length);
        const missing = list.filter((piece) => {
          const middle = Math.floor(((piece.start + piece.end) / 2 - from) * scale);
          const isWide = (piece.end - piece.start) * scale >= 4;
          return isWide && middle >= 0 && middle < WIDTH - 1 && line[middle] === EMPTY;
        });
        expect(missing).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('shows for each pixel the highest rank among the slices under 2 px that begin in it', () => {
    fc.assert(
      fc.property(pieces, spans, (list, { from, length }) => {
        const scale = WIDTH / length;
        const shown = new Map<number, number>();
        visit(trackOf(list), { from, scale, width: WIDTH, now: Infinity }, (x0, x1, style, i) => {
          if (i >= 0) return;
          for (let x = x0; x < x1; x++) shown.set(x, Math.max(RANK[style] ?? 0, shown.get(x) ?? 0));
        });
        const outdone = list.filter((piece) => {
          const x = (piece.start - from) * scale;
          const isAtBorder = Math.abs(x - Math.round(x)) < 1e-6;
          const isShort = (piece.end - piece.start) * scale < 2 - 1e-9;
          if (!isShort || isAtBorder || x < 0 || x >= WIDTH) return false;
          return (shown.get(Math.floor(x)) ?? -1) < (RANK[piece.style] ?? 0);
        });
        expect(outdone).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('does not lend the colour of a bar to the short slices that begin in its first pixel', () => {
    const ok = styleCode('call-ok');
    const error = styleCode('call-error');
    const track = trackOf([
      { start: 10, end: 10.2, style: ok },
      { start: 10.3, end: 10.4, style: ok },
      { start: 10.5, end: 40, style: error },
    ]);
    const rects: number[][] = [];
    visit(track, { from: 0, scale: 1, width: WIDTH, now: Infinity }, (...rect) => rects.push(rect));
    expect(rects).toEqual([
      [10, 11, ok, -1],
      [11, 39, error, 2],
    ]);
  });

  it('draws an open slice up to now, and at least one pixel of it', () => {
    const track = new Track();
    track.push(100, Infinity, 0, styleCode('call-running'));
    expect([...painted(track, 0, 300, 200)].filter((style) => style !== EMPTY)).toHaveLength(99);
    expect([...painted(track, 0, 300, 100)].filter((style) => style !== EMPTY)).toHaveLength(1);
  });

  it('reports far fewer rectangles than slices when zoomed out', () => {
    const track = new Track();
    for (let i = 0; i < 100_000; i++)
      track.push(i, i + 0.5, i, styleCode(i === 77_777 ? 'call-error' : 'call-ok'));
    const rects: number[] = [];
    visit(track, { from: 0, scale: WIDTH / 100_000, width: WIDTH, now: 100_000 }, (_x0, _x1, style) =>
      rects.push(style),
    );
    expect(rects).toEqual([styleCode('call-ok'), styleCode('call-error'), styleCode('call-ok')]);
  });
});
