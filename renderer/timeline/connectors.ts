import type { Bar } from './bars.ts';
import { u32 } from './columns.ts';
import type { Box } from './hit.ts';
import type { Drawing, Look } from './look.ts';
import type { Store } from './store.ts';

/** A line to a narrower bar would be longer than what it points at. CSS px. */
const FROM_WIDTH = 10;
const WIDTH = 1.3;
const DASH = [4, 3];

/**
 * Lines from what caused a call to the call: solid where the two carry one identifier, dashed where only the time fits.
 * Only calls drawn as bars have one, so there are never more than a screen holds. `boxOf` gives CSS px, bars are device px.
 */
export function drawConnectors(
  drawing: Drawing,
  look: Look,
  store: Store,
  bars: readonly Bar[],
  barHeight: number,
  unit: number,
  boxOf: (id: number) => Box | undefined,
): void {
  for (const solid of [true, false]) {
    drawing.setLineDash(solid ? [] : DASH.map((length) => length * unit));
    drawing.strokeStyle = look.execution;
    drawing.lineWidth = WIDTH * unit;
    drawing.beginPath();
    for (const bar of bars) {
      const cause =
        bar.x1 - bar.x0 < FROM_WIDTH * unit ? undefined : store.causes.get(u32(bar.row.track.id, bar.i));
      if (cause === undefined || cause.solid !== solid) continue;
      const from = boxOf(cause.from);
      if (from === undefined) continue;
      // A tick is one point; a response caused the call at its end.
      const x = (from.x + (from.width > 1 ? from.width : 0)) * unit;
      const y = (from.y + from.height) * unit;
      curve(drawing, x, Math.min(y, bar.y), bar.x0, bar.y + barHeight / 2);
    }
    drawing.stroke();
  }
  drawing.setLineDash([]);
}

/** Falls from the cause and turns into the left edge of the call. */
function curve(drawing: Drawing, x0: number, y0: number, x1: number, y1: number): void {
  drawing.moveTo(x0, y0);
  drawing.bezierCurveTo(x0, y0 + (y1 - y0) * 0.67, x0 + (x1 - x0) * 0.35, y1, x1, y1);
}
