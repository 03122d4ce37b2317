import { ticks } from './axis.ts';
import { duration, moment } from './format.ts';
import type { Box } from './hit.ts';
import type { Measure } from './labels.ts';
import { AXIS } from './layout.ts';
import type { Drawing, Look } from './look.ts';
import { scaleOf, xAt } from './view.ts';
import type { View } from './view.ts';

/** CSS px between ticks, at least. */
const TICK_GAP = 66;
const BADGE_HEIGHT = 20;
const FLAG = 5;

/** What a person put on top of the lanes. Times in ms. */
export interface Overlay {
  readonly measure: { readonly from: number; readonly to: number } | null;
  readonly marks: readonly number[];
  /** Time under the pointer. */
  readonly cursor: number | null;
}

/** A canvas seen in CSS px: everything here is drawn after `drawing.scale(unit, unit)`. */
interface Sheet {
  readonly drawing: Drawing;
  readonly look: Look;
  readonly view: View;
  readonly height: number;
  /** CSS px a device px. */
  readonly hair: number;
  readonly measure: Measure;
}

/** Puts a one-pixel line onto the pixel grid. */
function crisp(sheet: Sheet, x: number): number {
  return (Math.round(x / sheet.hair) + 0.5) * sheet.hair;
}

export function drawGrid(sheet: Sheet): void {
  const { drawing, look, view, height, hair } = sheet;
  drawing.strokeStyle = look.lineSoft;
  drawing.lineWidth = Math.max(1, hair);
  drawing.beginPath();
  for (const { time } of ticks(view, TICK_GAP)) {
    const x = crisp(sheet, xAt(view, time));
    drawing.moveTo(x, AXIS);
    drawing.lineTo(x, height - 8);
  }
  drawing.stroke();
}

export function drawAxis(sheet: Sheet): void {
  const { drawing, look, view } = sheet;
  drawing.fillStyle = look.panel;
  drawing.fillRect(0, 0, view.width, AXIS);
  drawing.fillStyle = look.faint;
  drawing.font = `400 10.5px ${look.font}`;
  for (const { time, text } of ticks(view, TICK_GAP)) drawing.fillText(text, xAt(view, time) + 4, 16);
}

/** The measured stretch with its length in a badge. */
export function drawMeasure(sheet: Sheet, overlay: Overlay): void {
  const { drawing, look, view, height } = sheet;
  if (overlay.measure === null) return;
  const from = Math.min(overlay.measure.from, overlay.measure.to);
  const to = Math.max(overlay.measure.from, overlay.measure.to);
  const x0 = xAt(view, from);
  const x1 = xAt(view, to);
  drawing.fillStyle = look.accent;
  drawing.globalAlpha = 0.1;
  drawing.fillRect(x0, AXIS, x1 - x0, height - 8 - AXIS);
  drawing.globalAlpha = 1;
  drawing.strokeStyle = look.accent;
  drawing.lineWidth = 1;
  drawing.setLineDash([2, 2]);
  drawing.beginPath();
  for (const x of [x0, x1]) {
    drawing.moveTo(crisp(sheet, x), AXIS);
    drawing.lineTo(crisp(sheet, x), height - 8);
  }
  drawing.stroke();
  drawing.setLineDash([]);
}

export function drawMeasureBadge(sheet: Sheet, overlay: Overlay): void {
  const { drawing, look, view } = sheet;
  if (overlay.measure === null) return;
  const { from, to } = overlay.measure;
  const text = duration(Math.abs(to - from));
  drawing.font = `600 11px ${look.font}`;
  const width = Math.max(88, sheet.measure.of(drawing, text) + 24);
  const middle = Math.min(Math.max(xAt(view, (from + to) / 2), width / 2 + 2), view.width - width / 2 - 2);
  drawing.fillStyle = look.accent;
  drawing.beginPath();
  drawing.roundRect(middle - width / 2, AXIS + 6, width, BADGE_HEIGHT, 4);
  drawing.fill();
  drawing.fillStyle = look.onAccent;
  drawing.textAlign = 'center';
  drawing.fillText(text, middle, AXIS + 20);
  drawing.textAlign = 'start';
}

/** Marks: a line, a flag on the axis, and the time beside it. */
export function drawMarks(sheet: Sheet, overlay: Overlay): void {
  const { drawing, look, view, height } = sheet;
  drawing.font = `500 10.5px ${look.font}`;
  for (const mark of overlay.marks) {
    const x = crisp(sheet, xAt(view, mark));
    if (x < 0 || x > view.width) continue;
    drawing.strokeStyle = look.accent;
    drawing.lineWidth = 1;
    drawing.beginPath();
    drawing.moveTo(x, AXIS - FLAG);
    drawing.lineTo(x, height - 8);
    drawing.stroke();
    const text = moment(mark, precision(view));
    const width = sheet.measure.of(drawing, text) + 10;
    const left = Math.min(x, view.width - width);
    drawing.fillStyle = look.accent;
    drawing.beginPath();
    drawing.roundRect(left, 4, width, 16, 3);
    drawing.fill();
    drawing.fillStyle = look.onAccent;
    drawing.fillText(text, left + 5, 16);
  }
}

/** The time under the pointer: a hair line and a chip on the axis. */
export function drawCursor(sheet: Sheet, overlay: Overlay): void {
  const { drawing, look, view, height } = sheet;
  if (overlay.cursor === null) return;
  const x = crisp(sheet, xAt(view, overlay.cursor));
  drawing.strokeStyle = look.line;
  drawing.lineWidth = 1;
  drawing.beginPath();
  drawing.moveTo(x, AXIS);
  drawing.lineTo(x, height - 8);
  drawing.stroke();
  drawing.font = `500 10.5px ${look.font}`;
  const text = moment(Math.max(0, overlay.cursor), precision(view));
  const width = sheet.measure.of(drawing, text) + 10;
  const left = Math.min(Math.max(0, x - width / 2), view.width - width);
  drawing.fillStyle = look.raised;
  drawing.strokeStyle = look.line;
  drawing.beginPath();
  drawing.roundRect(left + 0.5, 4.5, width - 1, 16, 3);
  drawing.fill();
  drawing.stroke();
  drawing.fillStyle = look.text;
  drawing.fillText(text, left + 5, 16);
}

/** Power of ten of ms that one CSS px stands for: as exact as a pointer can be. */
function precision(view: View): number {
  return 10 ** Math.min(2, Math.floor(Math.log10(1 / scaleOf(view))));
}

/** An outline around a slice that is selected or under the pointer; what is too narrow to carry it gets one around it. */
export function drawOutline(sheet: Sheet, box: Box, colour: string, width: number): void {
  const { drawing, view } = sheet;
  if (box.x + box.width < 0 || box.x > view.width) return;
  const room = box.width < 6 ? 3 : 0;
  const left = Math.floor(box.x / sheet.hair) * sheet.hair;
  const x = Math.max(left - room, -4);
  const right = Math.min(
    Math.max(left + 1, Math.round((box.x + box.width) / sheet.hair) * sheet.hair - sheet.hair) + room,
    view.width + 4,
  );
  drawing.strokeStyle = colour;
  drawing.lineWidth = width;
  drawing.beginPath();
  drawing.roundRect(x + width / 2, box.y + width / 2, Math.max(1, right - x - width), box.height - width, 3);
  drawing.stroke();
}
