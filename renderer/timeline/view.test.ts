import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, clamped, fitted, panned, revealed, timeAt, xAt, zoomed } from './view.ts';
import type { View } from './view.ts';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const extents = fc
  .record({ from: number(0, 1000), length: number(1, 3_600_000) })
  .map(({ from, length }) => ({ from, to: from + length }));
const views: fc.Arbitrary<View> = fc.record({
  from: number(-1000, 3_600_000),
  span: number(0.1, 3_600_000),
  width: fc.integer({ min: 100, max: 4000 }),
});

describe('view', () => {
  it('converts between times and pixels and back', () => {
    fc.assert(
      fc.property(views, number(0, 4000), (view, x) => {
        expect(xAt(view, timeAt(view, x))).toBeCloseTo(x, 4);
      }),
    );
  });

  it('zooms about the pointer: the time below it stays', () => {
    const view = { from: 1000, span: 10_000, width: 1000 };
    const extent = { from: 0, to: 60_000 };
    const closer = zoomed(view, 0.5, 250, extent);
    expect(closer.span).toBe(5000);
    expect(timeAt(closer, 250)).toBeCloseTo(timeAt(view, 250), 9);
  });

  it('never leaves the capture, however it is moved', () => {
    fc.assert(
      fc.property(
        views,
        extents,
        fc.array(fc.tuple(number(0.01, 100), number(-1e6, 1e6)), { maxLength: 20 }),
        (start, extent, moves) => {
          let view = clamped(start, extent);
          for (const [factor, pixels] of moves) {
            view = panned(zoomed(view, factor, 10, extent), pixels, extent);
          }
          expect(view.span).toBeGreaterThan(0);
          expect(view.from + view.span).toBeGreaterThan(extent.from);
          expect(view.from).toBeLessThan(extent.to);
        },
      ),
    );
  });

  it('fits all of a capture with room on both sides', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        const view = fitted(extent, 1000);
        expect(xAt(view, extent.from)).toBeCloseTo(20, 4);
        expect(xAt(view, extent.to)).toBeCloseTo(980, 4);
      }),
    );
  });

  it('reveals a slice and does not move when it is seen already', () => {
    fc.assert(
      fc.property(views, number(0, 3_600_000), number(0, 60_000), (view, start, length) => {
        const shown = revealed(view, start, start + length);
        const tolerance = view.span * 1e-9 + 1e-6;
        expect(shown.from).toBeLessThanOrEqual(start + length + tolerance);
        expect(shown.from + shown.span).toBeGreaterThanOrEqual(start - tolerance);
        expect(revealed(shown, start, start + length).from).toBeCloseTo(shown.from, 3);
      }),
    );
  });

  it('moves from one view to another and arrives', () => {
    const a = { from: 0, span: 1000, width: 800 };
    const b = { from: 400, span: 10, width: 800 };
    expect(between(a, b, 0)).toEqual(a);
    expect(between(a, b, 1)).toBe(b);
    expect(between(a, b, 0.5).span).toBeLessThan(1000);
    expect(between(a, { ...a, from: 100 }, 0.5).from).toBeCloseTo(87.5, 9);
  });
});
