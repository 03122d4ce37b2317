import type { Group, Row, Store } from './store.ts';

/** Height of the time axis above the lanes, CSS px. */
export const AXIS = 24;
export const ROW = 26;
const ABOVE_ROWS = 6;
const BELOW_ROWS = 4;
const PARALLEL_GAP = 4;
const GROUP_GAP = 12;
/** Room for a connector to bend in, between the responses of a thread and the calls below. */
const CALLS_GAP = 26;
const THREAD_GAP = 34;
const PLAIN_GAP = 14;
const TOP = 10;
const BOTTOM = 22;

export interface LanePlace {
  readonly lane: number;
  readonly kind: 'thread' | 'unattributed' | 'waiting';
}

export interface RowBox {
  readonly row: Row;
  /** Top within the lanes, CSS px: 0 is the lower edge of the axis when nothing is scrolled. */
  readonly y: number;
}

export interface HeadingBox {
  readonly text: string;
  readonly y: number;
}

/** Where a lane stands. The band of an execution window covers all of it. */
export interface LaneBox {
  readonly lane: number;
  readonly kind: LanePlace['kind'];
  readonly y: number;
  readonly height: number;
  readonly windows: readonly Row[];
  readonly rows: readonly RowBox[];
  readonly headings: readonly HeadingBox[];
}

export interface Layout {
  readonly lanes: readonly LaneBox[];
  readonly height: number;
}

/**
 * Stacks lanes in the given order. While live, rows that lost their slices keep their place (nothing may jump); afterwards
 * empty rows and lanes are left out.
 */
export function stack(store: Store, order: readonly LanePlace[], live: boolean): Layout {
  const lanes: LaneBox[] = [];
  let y = TOP;
  for (const { lane: number, kind } of order) {
    const lane = store.lanes[number];
    if (lane === undefined) continue;
    const isShown = (row: Row): boolean => live || row.track.n > 0 || (row.ticks?.track.n ?? 0) > 0;
    const rows: RowBox[] = [];
    const headings: HeadingBox[] = [];
    let cursor = y + ABOVE_ROWS;
    const place = (group: Group): void => {
      const shown = group.rows.filter(isShown);
      if (shown.length > 0 && group.heading !== null) headings.push({ text: group.heading, y: cursor });
      for (const [i, row] of shown.entries()) rows.push({ row, y: cursor + i * (ROW + PARALLEL_GAP) });
      cursor += shown.length * (ROW + PARALLEL_GAP) - (shown.length > 0 ? PARALLEL_GAP : 0);
    };
    place(lane.responses);
    if (kind === 'thread' && rows.length === 0) cursor += ROW; // the name of the thread stands there
    for (const group of lane.calls) {
      if (!group.rows.some(isShown)) continue;
      if (headings.length > 0) cursor += GROUP_GAP;
      else if (kind === 'thread') cursor += CALLS_GAP;
      place(group);
    }
    if (rows.length === 0 && kind !== 'thread') continue;
    const height = cursor + BELOW_ROWS - y;
    lanes.push({ lane: number, kind, y, height, windows: lane.windows.rows, rows, headings });
    y += height + (kind === 'thread' ? THREAD_GAP : PLAIN_GAP);
  }
  return { lanes, height: y + BOTTOM };
}

/** Lanes that touch the stretch from `top` to `bottom`. */
export function lanesBetween(layout: Layout, top: number, bottom: number): readonly LaneBox[] {
  let low = 0;
  let high = layout.lanes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const box = layout.lanes[middle];
    if (box !== undefined && box.y + box.height < top) low = middle + 1;
    else high = middle;
  }
  let until = low;
  while (until < layout.lanes.length && (layout.lanes[until]?.y ?? Infinity) <= bottom) until++;
  return layout.lanes.slice(low, until);
}
