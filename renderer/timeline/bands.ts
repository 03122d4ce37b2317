import { f64, lowerBound, u32 } from './columns.ts';
import { NOTE_FONT } from './labels.ts';
import type { Measure, Texts } from './labels.ts';
import type { LaneBox } from './layout.ts';
import type { Drawing, Look } from './look.ts';
import type { Row } from './store.ts';
import { styleCode } from './styles.ts';
import type { Span } from './visit.ts';
import { visit } from './visit.ts';

const BAND_ALPHA = 0.13;
const RADIUS = 3;
const PAD = 8;
const BASELINE = 17 + 6;
const SHORT_LABEL = 'window';
const EXPIRED = styleCode('window-expired');

/** Execution windows: pale bands over the whole height of their lane. `y` is the top of the lane, device px. */
export function drawBands(
  drawing: Drawing,
  look: Look,
  lane: LaneBox,
  y: number,
  span: Span,
  unit: number,
): void {
  const height = Math.round(lane.height * unit);
  for (const row of lane.windows) {
    drawing.fillStyle = look.accent;
    drawing.globalAlpha = BAND_ALPHA;
    drawing.beginPath();
    const edges: number[] = [];
    visit(row.track, span, (x0, x1, style, i) => {
      if (i >= 0 && x1 - x0 > 2 * RADIUS * unit) drawing.roundRect(x0, y, x1 - x0, height, RADIUS * unit);
      else drawing.rect(x0, y, x1 - x0, height);
      if (i >= 0 && style === EXPIRED) edges.push(x1);
    });
    drawing.fill();
    drawing.globalAlpha = 1;
    drawExpiredEdges(drawing, look, edges, y, height, unit);
  }
}

/** A window whose end was never seen: where it was given up is marked, since colour says nothing about it. */
function drawExpiredEdges(
  drawing: Drawing,
  look: Look,
  edges: readonly number[],
  y: number,
  height: number,
  unit: number,
): void {
  if (edges.length === 0) return;
  drawing.strokeStyle = look.muted;
  drawing.lineWidth = unit;
  drawing.setLineDash([3 * unit, 3 * unit]);
  drawing.beginPath();
  for (const x of edges) {
    drawing.moveTo(x - unit / 2, y);
    drawing.lineTo(x - unit / 2, y + height);
  }
  drawing.stroke();
  drawing.setLineDash([]);
}

/** The name of each window, between the responses that stand in front of it and only where there is room. */
export function drawBandLabels(
  drawing: Drawing,
  look: Look,
  labelOf: Texts['labelOf'],
  lane: LaneBox,
  y: number,
  span: Span,
  unit: number,
  measure: Measure,
): void {
  const [windows] = lane.windows;
  if (windows === undefined) return;
  drawing.font = NOTE_FONT(look, unit);
  drawing.fillStyle = look.muted;
  const shortest = measure.of(drawing, SHORT_LABEL) + 2 * PAD * unit;
  const responses = lane.rows.map((box) => box.row).find((row) => row.group.heading === null);
  visit(windows.track, span, (_x0, x1, _style, i) => {
    if (i < 0) return;
    const [left, right] = freeStretch(windows, i, responses, span);
    const x = Math.max(0, (left - span.from) * span.scale);
    const room = Math.min(x1, (right - span.from) * span.scale) - x;
    if (room < shortest) return;
    const label = labelOf(u32(windows.track.id, i));
    const text = measure.of(drawing, label) + 2 * PAD * unit <= room ? label : SHORT_LABEL;
    drawing.fillText(text, x + PAD * unit, y + BASELINE * unit);
  });
}

/** The first stretch of a window, in ms, that no response covers. */
function freeStretch(
  windows: Row,
  i: number,
  responses: Row | undefined,
  span: Span,
): readonly [number, number] {
  let left = f64(windows.track.start, i);
  const end = Math.min(f64(windows.track.end, i), span.now);
  if (responses === undefined) return [left, end];
  const { track } = responses;
  const edge = Math.max(left, span.from);
  let at = lowerBound(track.end, track.n, edge);
  left = edge;
  if (at < track.n && f64(track.start, at) <= edge) left = Math.min(end, f64(track.end, at++));
  return [left, at < track.n ? Math.min(end, f64(track.start, at)) : end];
}
