import { f64 } from './columns.ts';
import type { Spot } from './hit.ts';
import type { Layout } from './layout.ts';
import type { Row } from './store.ts';
import type { View } from './view.ts';

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** Rows in the order in which the arrow keys pass through them: of each lane its windows, then each row and its ticks. */
function walkable(layout: Layout): Row[] {
  return layout.lanes
    .flatMap((lane) => [
      ...lane.windows,
      ...lane.rows.flatMap(({ row }) => (row.ticks === null ? [row] : [row, row.ticks])),
    ])
    .filter((row) => row.track.n > 0);
}

/** The slice of a row that lies at `time`, else the nearest one. The row has slices. */
function nearest(row: Row, time: number): Spot {
  const { track } = row;
  const i = track.at(time);
  if (i < 0) return { row, i: 0 };
  const isInside = f64(track.end, i) >= time || i + 1 >= track.n;
  return { row, i: isInside || time - f64(track.end, i) <= f64(track.start, i + 1) - time ? i : i + 1 };
}

/** The slice that an arrow key leads to; undefined at the edge. Up and down keep as close in time as they can. */
export function step(layout: Layout, from: Spot, direction: Direction): Spot | undefined {
  const { row, i } = from;
  const last = row.track.n - 1;
  if (direction === 'left') return i > 0 ? { row, i: i - 1 } : undefined;
  if (direction === 'right') return i < last ? { row, i: i + 1 } : undefined;
  if (direction === 'first') return { row, i: 0 };
  if (direction === 'last') return { row, i: last };
  const rows = walkable(layout);
  const next = rows[rows.indexOf(row) + (direction === 'up' ? -1 : 1)];
  return next === undefined || !rows.includes(row) ? undefined : nearest(next, f64(row.track.start, i));
}

/** Where walking starts: the first row with a slice in view, at its first visible slice; else the first slice of all. */
export function firstVisible(layout: Layout, view: View): Spot | undefined {
  const rows = walkable(layout);
  for (const row of rows) {
    const i = row.track.hit(view.from + view.span / 2, view.span / 2);
    if (i >= 0) return { row, i };
  }
  return rows[0] === undefined ? undefined : { row: rows[0], i: 0 };
}
