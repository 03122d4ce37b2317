import { f64 } from './columns.ts';
import { AXIS, lanesBetween, ROW } from './layout.ts';
import type { LaneBox, Layout } from './layout.ts';
import type { Row, Store } from './store.ts';
import { scaleOf, timeAt, xAt } from './view.ts';
import type { View } from './view.ts';

/** How far beside a slice the pointer may be, CSS px. */
const REACH = 3;
/** Item ticks are caught in this part of the row's height, from its lower edge up and a little below, CSS px. */
const TICK_ZONE = 9;
const TICK_BELOW = 5;

export interface Scroll {
  /** Lanes scrolled out above, CSS px. */
  readonly top: number;
}

/** A slice by place: the drawn row and the position in its track. */
export interface Spot {
  readonly row: Row;
  readonly i: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The slice under a point of the canvas, CSS px; undefined where there is none. */
export function hitTest(
  layout: Layout,
  view: View,
  scroll: Scroll,
  now: number,
  x: number,
  y: number,
): Spot | undefined {
  if (y < AXIS) return undefined;
  const inLanes = y - AXIS + scroll.top;
  const [lane] = lanesBetween(layout, inLanes, inLanes);
  if (lane === undefined || inLanes < lane.y || inLanes > lane.y + lane.height) return undefined;
  const time = timeAt(view, x);
  const reach = REACH / scaleOf(view);
  for (const { row, y: top } of lane.rows) {
    if (row.ticks !== null && inLanes >= top + ROW - TICK_ZONE && inLanes <= top + ROW + TICK_BELOW) {
      const spot = spotIn(row.ticks, time, reach, now);
      if (spot !== undefined) return spot;
    }
    if (inLanes < top || inLanes > top + ROW) continue;
    const spot = spotIn(row, time, reach, now);
    if (spot !== undefined) return spot;
  }
  for (const row of lane.windows) {
    const spot = spotIn(row, time, 0, now);
    if (spot !== undefined) return spot;
  }
  return undefined;
}

function spotIn(row: Row, time: number, reach: number, now: number): Spot | undefined {
  if (time > now + reach) return undefined;
  const i = row.track.hit(time, reach);
  return i < 0 ? undefined : { row, i };
}

/** Where the slice with this id is drawn on the canvas, CSS px, seen or not; undefined when its lane is not shown. */
export function boxOf(
  store: Store,
  layout: Layout,
  view: View,
  scroll: Scroll,
  now: number,
  id: number,
): Box | undefined {
  const row = store.rowOf(id);
  const i = store.find(id);
  if (row === undefined || i < 0) return undefined;
  const lane = layout.lanes.find((candidate) => candidate.lane === row.lane);
  const place = lane === undefined ? undefined : placeOf(lane, row);
  if (place === undefined) return undefined;
  const x = xAt(view, f64(row.track.start, i));
  const end = xAt(view, Math.min(f64(row.track.end, i), Math.max(now, f64(row.track.start, i))));
  return { x, y: AXIS + place.y - scroll.top, width: Math.max(1, end - x), height: place.height };
}

function placeOf(lane: LaneBox, row: Row): { y: number; height: number } | undefined {
  if (lane.windows.includes(row)) return { y: lane.y, height: lane.height };
  for (const box of lane.rows) {
    if (box.row === row) return { y: box.y, height: ROW };
    if (box.row.ticks === row) return { y: box.y + ROW - TICK_ZONE, height: TICK_ZONE + TICK_BELOW };
  }
  return undefined;
}
