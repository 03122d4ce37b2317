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
const CHIP_FONT = (look: Look): string => `500 10.5px ${look.font}`;

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

/** The axis, with the time of each mark and of the pointer in a chip; a tick that a chip would touch stays unwritten. */
export function drawAxis(sheet: Sheet, overlay: Overlay): void {
  const { drawing, look, view } = sheet;
  drawing.fillStyle = look.panel;
  drawing.fillRect(0, 0, view.width, AXIS);
  const chips = chipsOf(sheet, overlay);
  drawing.fillStyle = look.faint;
  drawing.font = `400 10.5px ${look.font}`;
  for (const { time, text } of ticks(view, TICK_GAP)) {
    const x = xAt(view, time) + 4;
    const until = x + sheet.measure.of(drawing, text);
    const isFree = chips.every((chip) => chip.x > until + 2 || chip.x + chip.width < x - 2);
    if (isFree && until <= view.width) drawing.fillText(text, x, 16);
  }
  for (const chip of chips) drawChip(sheet, chip);
}

interface Chip {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly isMark: boolean;
}

/** Marks first, so that the time under the pointer stays readable above them. */
function chipsOf(sheet: Sheet, { marks, cursor }: Overlay): Chip[] {
  const { drawing, look, view } = sheet;
  drawing.font = CHIP_FONT(look);
  const chip = (time: number, isMark: boolean): Chip => {
    const text = moment(Math.max(0, time), precision(view));
    const width = sheet.measure.of(drawing, text) + 10;
    const x = xAt(view, time) - (isMark ? 0 : width / 2);
    return { text, width, isMark, x: Math.min(Math.max(0, x), view.width - width) };
  };
  const seen = marks.filter((mark) => xAt(view, mark) >= 0 && xAt(view, mark) <= view.width);
  return [...seen.map((mark) => chip(mark, true)), ...(cursor === null ? [] : [chip(cursor, false)])];
}

function drawChip({ drawing, look }: Sheet, { text, x, width, isMark }: Chip): void {
  drawing.font = CHIP_FONT(look);
  drawing.fillStyle = isMark ? look.accent : look.raised;
  drawing.strokeStyle = isMark ? look.accent : look.line;
  drawing.lineWidth = 1;
  drawing.beginPath();
  drawing.roundRect(x + 0.5, 4.5, width - 1, 16, 3);
  drawing.fill();
  drawing.stroke();
  drawing.fillStyle = isMark ? look.onAccent : look.text;
  drawing.fillText(text, x + 5, 16);
}

/** Lines at the marks and under the pointer, down through all lanes. */
export function drawLines(sheet: Sheet, { marks, cursor }: Overlay): void {
  const lines = marks.map((time) => ({ time, colour: sheet.look.accent }));
  if (cursor !== null) lines.unshift({ time: cursor, colour: sheet.look.line });
  const { drawing, view, height } = sheet;
  drawing.lineWidth = 1;
  for (const { time, colour } of lines) {
    const x = crisp(sheet, xAt(view, time));
    if (x < 0 || x > view.width) continue;
    drawing.strokeStyle = colour;
    drawing.beginPath();
    drawing.moveTo(x, AXIS - FLAG);
    drawing.lineTo(x, height - 8);
    drawing.stroke();
  }
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
