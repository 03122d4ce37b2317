import type { Drawing, Look } from './look.ts';
import type { Row } from './store.ts';
import { isFault, styleCode } from './styles.ts';

/** A slice wide enough to be drawn as itself. Device px. */
export interface Bar {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly style: number;
  readonly row: Row;
  readonly i: number;
}

const RADIUS = 3;
/** Bars below this width have square corners: nobody sees the difference, and they are many. CSS px. */
const ROUND_FROM = 14;
const DASH = [3, 2];
const HATCHED = new Set([styleCode('abstained')]);
/** What still runs has no right edge. */
const OPEN = new Set([styleCode('call-running'), styleCode('response-running')]);
/** What failed has a filled corner as well as its colour. CSS px. */
const CORNER = 7;

/** Draws bars style by style: inside, then outline. `height` and `unit` (device px a CSS px) in device px. */
export function drawBars(
  drawing: Drawing,
  look: Look,
  bars: readonly Bar[],
  height: number,
  unit: number,
  hatch: CanvasPattern | null,
): void {
  const byStyle = Map.groupBy(bars, (bar) => bar.style);
  for (const [style, group] of byStyle) {
    const { stroke, fill, dashed } = look.styles[style] ?? {
      stroke: look.faint,
      fill: look.panel,
      dashed: false,
    };
    trace(drawing, group, height, unit, 0);
    if (fill !== null) {
      drawing.fillStyle = fill;
      drawing.fill();
    }
    if (HATCHED.has(style) && hatch !== null) {
      drawing.fillStyle = hatch;
      drawing.fill();
    }
    drawing.strokeStyle = stroke;
    drawing.lineWidth = unit;
    drawing.setLineDash(dashed ? DASH.map((length) => length * unit) : []);
    if (OPEN.has(style)) traceOpen(drawing, group, height, unit);
    else trace(drawing, group, height, unit, unit / 2);
    drawing.stroke();
    if (isFault(style)) drawCorners(drawing, group, stroke, unit);
  }
  drawing.setLineDash([]);
}

function drawCorners(drawing: Drawing, bars: readonly Bar[], colour: string, unit: number): void {
  drawing.fillStyle = colour;
  drawing.beginPath();
  for (const { x0, x1, y } of bars) {
    const size = Math.min(CORNER * unit, x1 - x0);
    drawing.moveTo(x1 - size, y);
    drawing.lineTo(x1, y);
    drawing.lineTo(x1, y + size);
    drawing.closePath();
  }
  drawing.fill();
}

function trace(drawing: Drawing, bars: readonly Bar[], height: number, unit: number, inset: number): void {
  drawing.beginPath();
  for (const { x0, x1, y } of bars) {
    const width = x1 - x0 - 2 * inset;
    if (width < ROUND_FROM * unit) drawing.rect(x0 + inset, y + inset, width, height - 2 * inset);
    else drawing.roundRect(x0 + inset, y + inset, width, height - 2 * inset, RADIUS * unit);
  }
}

function traceOpen(drawing: Drawing, bars: readonly Bar[], height: number, unit: number): void {
  const inset = unit / 2;
  drawing.beginPath();
  for (const { x0, x1, y } of bars) {
    drawing.moveTo(x1, y + inset);
    drawing.lineTo(x0 + inset, y + inset);
    drawing.lineTo(x0 + inset, y + height - inset);
    drawing.lineTo(x1, y + height - inset);
  }
}

/** Side of the repeated tile, device px. */
export function hatchSize(unit: number): number {
  return Math.round(10 * unit);
}

/** The diagonal hatching of what has no owner. Device px. */
export function hatchPattern(drawing: Drawing, look: Look, unit: number): CanvasPattern | null {
  const size = hatchSize(unit);
  const tile = new OffscreenCanvas(size, size);
  const context = tile.getContext('2d');
  if (context === null) return null;
  context.strokeStyle = look.hatch;
  context.lineWidth = 3 * unit;
  context.beginPath();
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - unit, size + unit);
    context.lineTo(shift + size + unit, -unit);
  }
  context.stroke();
  return drawing.createPattern(tile, 'repeat');
}
