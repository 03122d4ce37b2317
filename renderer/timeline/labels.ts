import { u32, u8 } from './columns.ts';
import type { Bar } from './bars.ts';
import { bareName } from './format.ts';
import type { Drawing, Look } from './look.ts';
import type { Store } from './store.ts';
import { STYLES, styleWord } from './styles.ts';
import type { SliceStyle } from './types.ts';

/** Distance between an edge and its text, CSS px. */
const PAD = 7;
/** Less is enough on the right: the text has its own air there. */
const PAD_RIGHT = 2;
const BASELINE = 17;
/** Fewer characters than this say nothing. */
const FEWEST = 3;
export const BAR_FONT = (look: Look, unit: number): string => `500 ${11 * unit}px ${look.mono}`;
export const NOTE_FONT = (look: Look, unit: number): string => `400 ${11 * unit}px ${look.font}`;

/** What is written on slices, by their id; lines without control characters. */
export interface Texts {
  readonly labelOf: (id: number) => string;
  readonly noteOf: (id: number) => string | null;
}

/** The word a bar carries beside its label: what is going on cannot be told from the colour alone. */
function suffix(style: SliceStyle): string {
  switch (style) {
    case 'call-running':
    case 'response-running':
    case 'response-error':
      return ` ${styleWord(style)}`;
    case 'call-ok': // the label says how long it took
    case 'call-error': // the note says how it failed
    case 'call-skipped':
    case 'held':
    case 'response':
    case 'window':
    case 'window-expired':
    case 'item':
    case 'item-opening':
    case 'abstained':
      return '';
  }
}

/** As much of a label as `room` characters hold; '' when that would say nothing. */
export function fitted(label: string, room: number): string {
  if (label.length <= room) return label;
  const name = bareName(label);
  if (name.length <= room) return name;
  return room < FEWEST ? '' : `${name.slice(0, room - 1)}…`;
}

/** Text inside bars. The type is monospaced, so what fits is arithmetic and nothing is measured. */
export function drawBarLabels(
  drawing: Drawing,
  look: Look,
  store: Store,
  texts: Texts,
  bars: readonly Bar[],
  unit: number,
  charWidth: number,
): void {
  drawing.font = BAR_FONT(look, unit);
  drawing.fillStyle = look.text;
  for (const bar of bars) {
    const { row, i } = bar;
    const inside = bar.x1 - bar.x0 - (PAD + PAD_RIGHT) * unit;
    const room = Math.floor(inside / charWidth + 0.1);
    if (room < 1) continue;
    const count = store.countAt(row, i);
    const style = STYLES[u8(row.track.style, i)] ?? 'call-ok';
    const label = count > 1 ? `${count} parallel` : texts.labelOf(u32(row.track.id, i)) + suffix(style);
    const text = fitted(label, room);
    if (text !== '') drawing.fillText(text, bar.x0 + PAD * unit, bar.y + BASELINE * unit, inside);
  }
}

/** A remembered `measureText`: the few fixed words of notes and headings. */
export class Measure {
  readonly #widths = new Map<string, number>();

  clear(): void {
    this.#widths.clear();
  }

  /** Width of a text in the drawing's present font, device px. */
  of(drawing: Drawing, text: string): number {
    const key = `${drawing.font}\n${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = drawing.measureText(text).width;
      if (this.#widths.size > 2000) this.#widths.clear();
      this.#widths.set(key, width);
    }
    return width;
  }
}

/** Words behind a bar, as long as they reach neither the next slice nor the edge. */
export function drawNotes(
  drawing: Drawing,
  look: Look,
  notes: readonly { text: string; x: number; until: number; y: number }[],
  unit: number,
  measure: Measure,
): void {
  drawing.font = NOTE_FONT(look, unit);
  drawing.fillStyle = look.muted;
  for (const { text, x, until, y } of notes) {
    const left = x + (PAD + 1) * unit;
    if (left + measure.of(drawing, text) <= until - PAD * unit)
      drawing.fillText(text, left, y + BASELINE * unit);
  }
}
