import { describe, expect, it } from 'vitest';
import { boxOf } from './hit.ts';
import { pressLetter, pressOnCanvas } from './keys.ts';
import { AXIS } from './layout.ts';
import { TimelineModel } from './model.ts';
import { lane, slice, timelineState } from './testing.ts';
import type { TimelineSlice } from './types.ts';
import { timeAt, xAt } from './view.ts';

/** The two overlapping calls of the built-in probe, each in its own thread; 5,034 ms lie between the start of one and the end of the other. */
const parentCall = slice('parent', { lane: 'p', start: 19_880, end: 26_883 });
const childCall = slice('child', { lane: 'c', start: 21_849, end: 28_851 });
const lanes = [lane('p'), lane('c', { parent: 'p' })];
const overlapping = timelineState({ lanes, slices: [parentCall, childCall], latest: 29_000 });

function modelOf(state = overlapping, live = false, now = state.latest): TimelineModel {
  const model = new TimelineModel();
  model.reducedMotion = true;
  model.resize(1000, 400);
  model.read(state, live, now);
  return model;
}

/** The middle of a slice on the canvas. */
function middleOf(model: TimelineModel, id: number): { x: number; y: number } {
  const box = boxOf(model.scene.store, model.layout, model.view, { top: model.scrollTop }, model.now, id);
  return { x: (box?.x ?? NaN) + (box?.width ?? NaN) / 2, y: (box?.y ?? NaN) + (box?.height ?? NaN) / 2 };
}

function endOfView(model: TimelineModel): number {
  return model.view.from + model.view.span;
}

describe('the view of a finished capture', () => {
  it('fits all slices, and fits them again after it was moved', () => {
    const model = modelOf();
    const fitted = model.view;
    expect(xAt(fitted, parentCall.start)).toBeCloseTo(20, 6);
    expect(xAt(fitted, childCall.end)).toBeCloseTo(980, 6);
    model.zoom(0.2, 500, false);
    model.fit();
    expect(model.view).toEqual(fitted);
  });

  it('stays where a person put it when it is read again', () => {
    const model = modelOf();
    model.show(20_000, 21_000, false);
    const { view } = model;
    model.read({ ...overlapping, revision: 1 }, false, 29_000);
    expect(model.view).toEqual(view);
  });

  it('is fitted anew for another capture', () => {
    const model = modelOf();
    model.show(20_000, 21_000, false);
    model.point({ x: 500, y: 100 });
    model.mark();
    model.read(
      timelineState({ lanes, slices: [slice('other', { lane: 'p', start: 5, end: 6 })], latest: 6 }),
      false,
      6,
    );
    expect(model.view.span).toBeLessThan(2);
    expect(model.marks).toEqual([]);
  });
});

describe('the view of a live capture', () => {
  const started = (start: number): TimelineSlice => slice(`s${start}`, { lane: 'p', start, end: Infinity });
  const liveState = (starts: number[], latest: number) =>
    timelineState({ lanes, slices: starts.map(started), latest });

  it('keeps still for ten seconds, then keeps everything in view', () => {
    const model = modelOf(liveState([0], 0), true, 0);
    const first = model.view;
    model.tick(9000);
    expect(model.view).toEqual(first);
    model.tick(60_000);
    expect(endOfView(model)).toBeGreaterThan(60_000);
    expect(model.view.from).toBeLessThan(0);
  });

  it('follows with a constant span after a zoom that shows now', () => {
    const model = modelOf(liveState([0], 0), true, 0);
    model.tick(9000);
    model.zoom(0.5, xAt(model.view, 9000), false);
    const { span } = model.view;
    model.tick(30_000);
    expect(model.view.span).toBe(span);
    expect(xAt(model.view, 30_000)).toBeLessThan(1000);
    expect(model.view.from).toBeGreaterThan(20_000);
  });

  it('stays put after a move into the past', () => {
    const model = modelOf(liveState([0], 0), true, 0);
    model.tick(9000);
    model.show(1000, 2000, false);
    const { view } = model;
    model.tick(30_000);
    expect(model.view).toEqual(view);
    model.fit();
    expect(endOfView(model)).toBeGreaterThan(30_000);
  });

  it('does not move when the capture ends', () => {
    const model = modelOf(liveState([0], 0), true, 0);
    model.tick(4000);
    const { view } = model;
    model.read(liveState([0], 4000), false, 4000);
    expect(model.view).toEqual(view);
    expect(model.moving).toBe(false);
  });

  it('never lets the clock run backwards', () => {
    const model = modelOf(liveState([0], 0), true, 5000);
    model.read({ ...liveState([0], 100), revision: 1 }, true, 4000);
    expect(model.now).toBe(5000);
  });

  it('keeps the lane at the upper edge in place when a lane is put in above it', () => {
    const many = (...ids: string[]) =>
      timelineState({
        lanes: ids.map((id) => lane(id, { parent: id.startsWith('child') ? 'a' : null })),
        slices: ids.map((id) => slice(id, { lane: id, end: 10 })),
        latest: 10,
      });
    const model = modelOf(many('a', 'b', 'c', 'd'), true, 10);
    model.resize(1000, 150);
    const before = model.layout.lanes[2]?.y ?? NaN;
    model.scrollTo(before - 2);
    const state = many('a', 'b', 'c', 'd');
    const child = many('child');
    model.read(
      { ...state, lanes: [...state.lanes, ...child.lanes], slices: [...state.slices, ...child.slices] },
      true,
      10,
    );
    const after = model.layout.lanes.find(
      (box) => model.scene.order.find((place) => place.lane === box.lane)?.label === 'c',
    );
    expect(after?.y).toBeGreaterThan(before);
    expect((after?.y ?? NaN) - model.scrollTop).toBe(2);
  });
});

describe('measuring', () => {
  it('catches on the edges of slices: the overlap of the two calls is 5,034 ms', () => {
    const model = modelOf();
    const from = { x: xAt(model.view, childCall.start) + 4, y: middleOf(model, 1).y };
    const to = { x: xAt(model.view, parentCall.end) - 5, y: middleOf(model, 0).y };
    model.measureBetween(from, to, false);
    expect(model.measure).toEqual({ from: 21_849, to: 26_883 });
    expect((model.measure?.to ?? 0) - (model.measure?.from ?? 0)).toBe(5034);
  });

  it('measures to the pixel when asked to, and away from edges', () => {
    const model = modelOf();
    const from = { x: xAt(model.view, childCall.start) + 4, y: middleOf(model, 1).y };
    model.measureBetween(from, { x: 700, y: from.y }, true);
    expect(model.measure).toEqual({ from: timeAt(model.view, from.x), to: timeAt(model.view, 700) });
    model.measureBetween({ x: 400, y: from.y }, { x: 500, y: from.y }, false);
    expect(model.measure).toEqual({ from: timeAt(model.view, 400), to: timeAt(model.view, 500) });
  });
});

describe('pointing and choosing', () => {
  it('shows what is under the pointer, and nothing when it leaves', () => {
    const model = modelOf();
    model.point(middleOf(model, 1));
    expect(model.surroundings.hover?.id).toBe(1);
    model.point(null);
    expect(model.surroundings.hover).toBeNull();
  });

  it('goes through the members of a merged bar click by click', () => {
    const calls = Array.from({ length: 11 }, (_, i) => slice(`s${i}`, { lane: 'p', start: i, end: 100 }));
    const model = modelOf(timelineState({ lanes, slices: calls, latest: 100 }));
    const merged = middleOf(model, 10);
    const chosen = [0, 1, 2, 3].map(() => {
      const next = model.sliceAt(merged.x, merged.y);
      model.select(next?.ref ?? null, false);
      return next?.id;
    });
    expect(chosen).toEqual(['s8', 's9', 's10', 's8']);
  });

  it('selects all slices of one call: the time it was held and the time it ran', () => {
    const ref = { kind: 'call' as const, id: 'x' };
    const held = slice('held/1', { ref, lane: 'p', start: 0, end: 50, style: 'held' });
    const ran = slice('call/x', { ref, lane: 'p', start: 50, end: 90 });
    const model = modelOf(timelineState({ lanes, slices: [held, ran], latest: 90 }));
    model.select(ref, false);
    expect(model.selected).toEqual([0, 1]);
  });

  it('brings a selection made elsewhere into view, and leaves the view alone otherwise', () => {
    const model = modelOf();
    model.show(19_900, 20_000, false);
    const { view } = model;
    model.select(childCall.ref, false);
    expect(model.view).toEqual(view);
    model.select(childCall.ref, true);
    expect(model.view.from).toBeLessThanOrEqual(childCall.end);
    expect(endOfView(model)).toBeGreaterThanOrEqual(childCall.start);
  });

  it('scrolls to a lane that is out of sight', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `t${i}`);
    const state = timelineState({
      lanes: ids.map((id) => lane(id)),
      slices: ids.map((id) => slice(id, { lane: id })),
      latest: 100,
    });
    const model = modelOf(state);
    model.select({ kind: 'call', id: 't29' }, true);
    const { y } = middleOf(model, 29);
    expect(y).toBeGreaterThan(AXIS);
    expect(y).toBeLessThan(model.height);
  });
});

describe('keys', () => {
  const plain = (key: string) => ({ key, modified: false });

  it('zoom, move, mark and fit', () => {
    const model = modelOf();
    const { span, from } = model.view;
    expect(pressLetter(model, plain('w'))).toBe(true);
    expect(model.view.span).toBeLessThan(span);
    pressLetter(model, plain('D'));
    expect(model.view.from).toBeGreaterThan(from);
    model.point({ x: 500, y: 200 });
    const time = model.cursor;
    pressLetter(model, plain('m'));
    expect(model.marks).toEqual([time]);
    pressLetter(model, plain('m'));
    expect(model.marks).toEqual([]);
    pressLetter(model, plain('f'));
    expect(model.view.span).toBe(span);
    pressLetter(model, plain('='));
    expect(model.view.span).toBeLessThan(span);
    pressLetter(model, plain('-'));
    expect(model.view.span).toBeCloseTo(span, 6);
    expect(pressLetter(model, plain('x'))).toBe(false);
    expect(pressLetter(model, { key: 'w', modified: true })).toBe(false);
  });

  it('walk from slice to slice and announce each', () => {
    const model = modelOf();
    const chosen: (string | null)[] = [];
    const press = (key: string): boolean =>
      pressOnCanvas(model, plain(key), (next) => {
        chosen.push(next?.id ?? null);
        model.select(next?.ref ?? null, false);
      });
    press('ArrowRight');
    press('ArrowDown');
    expect(model.surroundings.reached?.id).toBe('child');
    press('ArrowDown');
    press('ArrowUp');
    model.measureBetween({ x: 1, y: 100 }, { x: 2, y: 100 }, true);
    press('Escape');
    press('Escape');
    expect(chosen).toEqual(['parent', 'child', 'parent', null]);
    expect(model.measure).toBeNull();
  });
});
