import { f64 } from './columns.ts';
import { hitTest } from './hit.ts';
import type { Layout } from './layout.ts';
import { timeAt, xAt } from './view.ts';
import type { View } from './view.ts';

/** How close to an edge a measure catches on it, CSS px. */
const REACH = 7;

interface Surface {
  readonly layout: Layout;
  readonly view: View;
  readonly scrollTop: number;
  readonly now: number;
  readonly marks: readonly number[];
}

/** The time at a point of the canvas, or that of the edge of a slice (of the row under the point) or of a mark close to it. */
export function snapped({ layout, view, scrollTop, now, marks }: Surface, x: number, y: number): number {
  const edges = [...marks];
  for (const near of [x - REACH, x, x + REACH]) {
    const spot = hitTest(layout, view, { top: scrollTop }, now, near, y);
    if (spot !== undefined)
      edges.push(f64(spot.row.track.start, spot.i), Math.min(f64(spot.row.track.end, spot.i), now));
  }
  let best = timeAt(view, x);
  let least = REACH;
  for (const edge of edges) {
    const distance = Math.abs(xAt(view, edge) - x);
    if (distance < least) {
      least = distance;
      best = edge;
    }
  }
  return best;
}
