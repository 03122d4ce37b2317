import { Atlas } from './atlas.ts';
import { drawBandLabels, drawBands } from './bands.ts';
import { drawBars, hatchPattern, hatchSize } from './bars.ts';
import type { Bar } from './bars.ts';
import { f64, u32, u8 } from './columns.ts';
import { drawConnectors } from './connectors.ts';
import { boxOf } from './hit.ts';
import type { Box, Scroll } from './hit.ts';
import { BAR_FONT, drawBarLabels, drawNotes, Measure } from './labels.ts';
import type { Texts } from './labels.ts';
import { AXIS, lanesBetween, ROW } from './layout.ts';
import type { Layout, RowBox } from './layout.ts';
import type { Drawing, Look } from './look.ts';
import { drawAxis, drawGrid, drawLines, drawMeasure, drawMeasureBadge, drawOutline } from './overlay.ts';
import type { Overlay } from './overlay.ts';
import type { Store } from './store.ts';
import type { Track } from './track.ts';
import { scaleOf } from './view.ts';
import type { View } from './view.ts';
import { visit } from './visit.ts';
import type { Span } from './visit.ts';

/** Narrower slices are pixels of the atlas, wider ones bars with an outline and a label. CSS px. */
const BAR_FROM = 6;
const TICK_WIDTH = 2;
const TICK_TOP = 8;
const TICK_LENGTH = 12;

/** Everything one picture shows. Times in ms, sizes in CSS px. */
export interface Frame {
  readonly store: Store;
  readonly texts: Texts;
  readonly layout: Layout;
  readonly view: View;
  readonly scroll: Scroll;
  readonly height: number;
  /** Where open slices end for now. */
  readonly now: number;
  readonly look: Look;
  readonly overlay: Overlay;
  readonly selected: readonly number[];
  readonly hovered: number | null;
}

/** Draws frames onto a canvas. Knows no element: it works in a worker or on a canvas that is on no page as well. */
export class Painter {
  readonly #atlas = new Atlas();
  readonly #measure = new Measure();
  #hatch: { look: Look; unit: number; pattern: CanvasPattern | null } | null = null;

  /** Fonts arrived or changed: measured widths are no longer true. */
  fontsChanged(): void {
    this.#measure.clear();
  }

  /** `unit` is device px a CSS px. */
  draw(drawing: Drawing, frame: Frame, unit: number): void {
    const { store, layout, view, look, scroll, now } = frame;
    const width = Math.round(view.width * unit);
    const span: Span = { from: view.from, scale: scaleOf(view) * unit, width, now };
    const barHeight = ROW * unit;
    const sheet = { drawing, look, view, height: frame.height, hair: 1 / unit, measure: this.#measure };
    const yOf = (y: number): number => Math.round((AXIS + y - scroll.top) * unit);
    const boxOfId = (id: number): Box | undefined => boxOf(store, layout, view, scroll, now, id);
    const lanes = lanesBetween(layout, scroll.top, scroll.top + frame.height - AXIS);

    drawing.setTransform(1, 0, 0, 1, 0, 0);
    drawing.fillStyle = look.panel;
    drawing.fillRect(0, 0, width, Math.round(frame.height * unit));
    drawing.textBaseline = 'alphabetic';
    drawing.textAlign = 'start';
    drawing.textRendering = 'optimizeSpeed'; // no ligatures, so that a character is a column
    inCssPixels(drawing, unit, () => {
      drawGrid(sheet);
    });
    for (const lane of lanes) drawBands(drawing, look, lane, yOf(lane.y), span, unit);
    inCssPixels(drawing, unit, () => {
      drawMeasure(sheet, frame.overlay);
    });

    this.#atlas.begin(width);
    const bars: Bar[] = [];
    for (const lane of lanes)
      for (const box of lane.rows) this.#collect(box, yOf(box.y), span, look, unit, bars);
    drawConnectors(drawing, look, store, bars, barHeight, unit, boxOfId);
    this.#atlas.flush(drawing);
    drawBars(drawing, look, bars, barHeight, unit, this.#hatchFor(drawing, look, unit, span));
    for (const lane of lanes)
      for (const box of lane.rows) drawTicks(drawing, look, box, yOf(box.y), span, unit);

    drawing.font = BAR_FONT(look, unit);
    drawBarLabels(drawing, look, store, frame.texts, bars, unit, this.#measure.of(drawing, '0'));
    drawNotes(drawing, look, notesOf(frame.texts, bars, span), unit, this.#measure);
    for (const lane of lanes)
      drawBandLabels(drawing, look, frame.texts.labelOf, lane, yOf(lane.y), span, unit, this.#measure);

    inCssPixels(drawing, unit, () => {
      const hovered = frame.hovered === null ? undefined : boxOfId(frame.hovered);
      if (hovered !== undefined) drawOutline(sheet, hovered, strokeOf(frame, frame.hovered), 1.5);
      for (const id of frame.selected) {
        const box = boxOfId(id);
        if (box !== undefined) drawOutline(sheet, box, strokeOf(frame, id), 2);
      }
      drawLines(sheet, frame.overlay);
      drawAxis(sheet, frame.overlay);
      drawMeasureBadge(sheet, frame.overlay);
    });
  }

  /** Sorts what a row shows into pixels of its atlas line and bars. */
  #collect(box: RowBox, y: number, span: Span, look: Look, unit: number, bars: Bar[]): void {
    const { row } = box;
    const least = BAR_FROM * unit;
    let line = -1;
    visit(row.track, span, (x0, x1, style, i) => {
      if (i >= 0 && lengthOf(row.track, i, span.now) * span.scale >= least) {
        bars.push({ x0, x1, y, style, row, i });
        return;
      }
      if (line < 0) line = this.#atlas.line(y, ROW * unit);
      this.#atlas.fill(line, x0, x1, look.styles[style]?.pixel ?? 0);
    });
  }

  #hatchFor(drawing: Drawing, look: Look, unit: number, span: Span): CanvasPattern | null {
    if (this.#hatch?.look !== look || this.#hatch.unit !== unit) {
      this.#hatch = { look, unit, pattern: hatchPattern(drawing, look, unit) };
    }
    // The hatching stands still on its bars while the view moves.
    this.#hatch.pattern?.setTransform({ e: -Math.round(span.from * span.scale) % hatchSize(unit) });
    return this.#hatch.pattern;
  }
}

/** By its length, not by the pixels it fell on: slices that take equally long look alike. */
function lengthOf(track: Track, i: number, now: number): number {
  const start = f64(track.start, i);
  return Math.max(start, Math.min(f64(track.end, i), now)) - start;
}

function inCssPixels(drawing: Drawing, unit: number, draw: () => void): void {
  drawing.setTransform(unit, 0, 0, unit, 0, 0);
  draw();
  drawing.setTransform(1, 0, 0, 1, 0, 0);
}

function strokeOf({ store, look }: Frame, id: number | null): string {
  const row = id === null ? undefined : store.rowOf(id);
  const i = id === null ? -1 : store.find(id);
  return row === undefined || i < 0
    ? look.accent
    : (look.styles[u8(row.track.style, i)]?.stroke ?? look.accent);
}

/** Items as short strokes on the lower edge of their response. */
function drawTicks(drawing: Drawing, look: Look, { row }: RowBox, y: number, span: Span, unit: number): void {
  if (row.ticks === null) return;
  visit(row.ticks.track, span, (x0, x1, style) => {
    drawing.fillStyle = look.styles[style]?.stroke ?? look.faint;
    const width = Math.max(x1 - x0, TICK_WIDTH * unit);
    drawing.fillRect(x0 - Math.floor(unit / 2), y + (ROW - TICK_TOP) * unit, width, TICK_LENGTH * unit);
  });
}

/** Words to the right of bars, each with the place where the next slice of its row begins. Device px. */
function notesOf(
  texts: Texts,
  bars: readonly Bar[],
  span: Span,
): { text: string; x: number; until: number; y: number }[] {
  const notes: { text: string; x: number; until: number; y: number }[] = [];
  for (const { row, i, x1, y } of bars) {
    const text = row.overflow === null ? texts.noteOf(u32(row.track.id, i)) : null;
    if (text === null) continue;
    const next = i + 1 < row.track.n ? (f64(row.track.start, i + 1) - span.from) * span.scale : Infinity;
    notes.push({ text, x: x1, until: Math.min(next, span.width), y });
  }
  return notes;
}
