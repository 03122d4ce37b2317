import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, hitTest } from './hit.ts';
import { stack } from './layout.ts';
import { Scene } from './scene.ts';
import { lane, slice, timelineState } from './testing.ts';
import type { TimelineSlice } from './types.ts';
import { firstVisible, step } from './walk.ts';

const VIEW = { from: 0, span: 1000, width: 1000 };
const NOW = 900;
const TOP = { top: 0 };

function sceneOf(slices: TimelineSlice[]) {
  const scene = new Scene();
  scene.read(timelineState({ lanes: [lane('a'), lane('b'), lane('u', { kind: 'unattributed' })], slices }));
  return { scene, layout: stack(scene.store, scene.order, false) };
}

const calls = fc
  .array(
    fc.record({
      lane: fc.constantFrom('a', 'b', 'u'),
      group: fc.constantFrom('one', 'two'),
      start: fc.integer({ min: 0, max: 880 }),
      length: fc.integer({ min: 12, max: 200 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    list.map(({ length, ...call }, i) =>
      slice(`s${i}`, { ...call, end: Math.min(call.start + length, NOW) }),
    ),
  );

describe('hit test', () => {
  it('finds every slice at the middle of the place where it is drawn', () => {
    fc.assert(
      fc.property(calls, fc.integer({ min: 0, max: 60 }), (slices, top) => {
        const { scene, layout } = sceneOf(slices);
        const missed = slices.filter((_, id) => {
          const box = boxOf(scene.store, layout, VIEW, { top }, NOW, id);
          if (box === undefined) return true;
          const y = box.y + box.height / 2;
          const spot = hitTest(layout, VIEW, { top }, NOW, box.x + box.width / 2, y);
          return y > 24 && (spot === undefined || !scene.store.idsAt(spot.row, spot.i).includes(id));
        });
        expect(missed).toEqual([]);
      }),
    );
  });

  it('finds nothing between rows, on the axis, and after now', () => {
    const { scene, layout } = sceneOf([slice('open', { lane: 'a', start: 100, end: Infinity })]);
    const box = boxOf(scene.store, layout, VIEW, TOP, NOW, 0);
    const middle = (box?.y ?? 0) + 13;
    expect(hitTest(layout, VIEW, TOP, NOW, 500, middle)).toBeDefined();
    expect(hitTest(layout, VIEW, TOP, NOW, 500, middle - 30)).toBeUndefined();
    expect(hitTest(layout, VIEW, TOP, NOW, 500, 10)).toBeUndefined();
    expect(hitTest(layout, VIEW, TOP, NOW, 950, middle)).toBeUndefined();
    expect(hitTest(layout, VIEW, TOP, NOW, 50, middle)).toBeUndefined();
    expect(hitTest(layout, VIEW, TOP, NOW, 98, middle)).toBeDefined();
  });

  it('catches an item tick on the lower edge of its response, the response above it, the window elsewhere in the lane', () => {
    const { scene, layout } = sceneOf([
      slice('w', {
        ref: { kind: 'window', id: 'w' },
        lane: 'a',
        group: null,
        start: 150,
        end: 600,
        style: 'window',
      }),
      slice('r', {
        ref: { kind: 'response', id: 'r' },
        lane: 'a',
        group: null,
        start: 100,
        end: 200,
        style: 'response',
      }),
      slice('i', {
        ref: { kind: 'item', id: 'i' },
        lane: 'a',
        group: null,
        start: 160,
        end: 160,
        style: 'item',
        parent: 'r',
      }),
    ]);
    const response = boxOf(scene.store, layout, VIEW, TOP, NOW, 1);
    const top = response?.y ?? 0;
    const idAt = (x: number, y: number): readonly number[] => {
      const spot = hitTest(layout, VIEW, TOP, NOW, x, y);
      return spot === undefined ? [] : scene.store.idsAt(spot.row, spot.i);
    };
    expect(idAt(161, top + 24)).toEqual([2]);
    expect(idAt(161, top + 8)).toEqual([1]);
    expect(idAt(140, top + 24)).toEqual([1]);
    expect(idAt(400, top + 8)).toEqual([0]);
    expect(idAt(700, top + 8)).toEqual([]);
  });
});

describe('walking', () => {
  it('reaches every slice with the arrow keys', () => {
    fc.assert(
      fc.property(calls, (slices) => {
        const { scene, layout } = sceneOf(slices);
        const reached = new Set<number>();
        let head = firstVisible(layout, VIEW);
        for (let up = head; up !== undefined; up = step(layout, up, 'up')) head = up;
        while (head !== undefined) {
          for (let at = step(layout, head, 'first'); at !== undefined; at = step(layout, at, 'right')) {
            for (const id of scene.store.idsAt(at.row, at.i)) reached.add(id);
          }
          head = step(layout, head, 'down');
        }
        expect([...reached].toSorted((a, b) => a - b)).toEqual([...slices.keys()]);
      }),
    );
  });

  it('keeps close in time when it changes the row', () => {
    const { scene, layout } = sceneOf([
      slice('a', { lane: 'a', start: 500, end: 510 }),
      slice('b1', { lane: 'b', start: 100, end: 200 }),
      slice('b2', { lane: 'b', start: 480, end: 520 }),
      slice('b3', { lane: 'b', start: 800, end: 820 }),
    ]);
    const row = scene.store.rowOf(0);
    const down = row && step(layout, { row, i: 0 }, 'down');
    expect(down && scene.store.idsAt(down.row, down.i)).toEqual([2]);
    expect(down && step(layout, { row: down.row, i: 2 }, 'right')).toBeUndefined();
  });
});
