import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contents, indexFaults, pieces } from './testing.ts';
import { Track } from './track.ts';

function bulk(list: readonly { start: number; end: number; style: number }[]): Track {
  const track = new Track();
  list.forEach((piece, id) => track.push(piece.start, piece.end, id, piece.style));
  return track;
}

describe('Track', () => {
  it('indexes slices that were pushed closed, and pushed open then closed, alike', () => {
    fc.assert(
      fc.property(pieces, (list) => {
        const streamed = new Track();
        list.forEach((piece, id) => {
          const i = streamed.push(piece.start, Infinity, id, 0);
          streamed.change(i, piece.end, piece.style);
        });
        expect(indexFaults(streamed)).toEqual([]);
        expect(contents(streamed)).toEqual(contents(bulk(list)));
        expect(indexFaults(bulk(list))).toEqual([]);
      }),
    );
  });

  it('ends up the same when slices arrive late and out of order', () => {
    fc.assert(
      fc.property(pieces, fc.infiniteStream(fc.nat()), (all, order) => {
        const list = all.filter((piece, i) => piece.start !== all[i + 1]?.start);
        const track = new Track();
        const waiting: number[] = [];
        list.forEach((piece, id) => {
          if (order.next().value % 5 === 0) waiting.push(id);
          else track.insert(piece.start, piece.end, id, piece.style);
          if (order.next().value % 7 === 0) flush(waiting, order.next().value);
        });
        while (waiting.length > 0) flush(waiting, order.next().value);
        function flush(ids: number[], pick: number): void {
          const [id] = ids.splice(pick % Math.max(1, ids.length), 1);
          const piece = id === undefined ? undefined : list[id];
          if (id !== undefined && piece !== undefined) track.insert(piece.start, piece.end, id, piece.style);
        }
        expect(indexFaults(track)).toEqual([]);
        expect(contents(track).map((slice) => [slice.start, slice.end])).toEqual(
          list.map((piece) => [piece.start, piece.end]),
        );
        for (const [id, piece] of list.entries()) expect(track.id[track.find(id, piece.start)]).toBe(id);
      }),
    );
  });

  it('keeps its index after removals', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 60 }), (list, removals) => {
        const track = bulk(list);
        const left = list.map((piece, id) => ({ ...piece, id }));
        for (const removal of removals) {
          if (left.length === 0) break;
          const at = removal % left.length;
          track.removeAt(at);
          left.splice(at, 1);
        }
        expect(indexFaults(track)).toEqual([]);
        expect(contents(track).map((slice) => slice.id)).toEqual(left.map((piece) => piece.id));
        const last = left.at(-1);
        track.push((last?.end ?? 0) + 1, (last?.end ?? 0) + 2, 9_999, 9);
        expect(indexFaults(track)).toEqual([]);
      }),
    );
  });

  it('hits the slice under a time, or the nearest one within the tolerance', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.double({ min: -100, max: 200_000, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (list, time, tolerance) => {
          const hit = list[bulk(list).hit(time, tolerance)];
          const under = list.filter((piece) => piece.start <= time && time <= piece.end);
          const near = list.filter(
            (piece) => piece.start <= time + tolerance && time - tolerance <= piece.end,
          );
          const nearOrNone = near.length > 0 ? near : [undefined];
          expect(under.length > 0 ? under : nearOrNone).toContain(hit);
        },
      ),
    );
  });

  it('says whether a slice has room between its neighbours', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.double({ min: 0, max: 50_000, noNaN: true }),
        fc.double({ min: 0, max: 500, noNaN: true }),
        (list, start, length) => {
          const end = start + length;
          const track = bulk(list);
          const isFree = list.every((piece) => piece.end <= start || piece.start >= end);
          const isFreeOrTied = isFree || list.some((piece) => piece.start === start);
          const fits = track.fits(start, end);
          if (fits) track.insert(start, end, list.length, 0);
          const ends = contents(track).map((slice) => slice.end);
          expect(ends).toEqual(ends.toSorted((a, b) => a - b));
          expect(fits && !isFreeOrTied).toBe(false);
          expect(!fits && isFree && length > 0).toBe(false);
        },
      ),
    );
  });
});
