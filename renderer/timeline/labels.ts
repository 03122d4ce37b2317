import { f64, u8 } from './columns.ts';
import { duration } from './format.ts';
import type { Bar } from './bars.ts';
import type { Drawing, Look } from './look.ts';
import type { Store } from './store.ts';
import { STYLES, styleWord } from './styles.ts';
import type { SliceStyle } from './types.ts';

/** Distance between an edge and its text, CSS px. */
const PAD = 7;
const BASELINE = 17;
/** Fewer characters than this say nothing. */
const FEWEST = 3;
export const BAR_FONT = (look: Look, unit: number): string => `500 ${11 * unit}px ${look.mono}`;
export const NOTE_FONT = (look: Look, unit: number): string => `400 ${11 * unit}px ${look.font}`;

/** What a bar says beside its name: how long it took, or the word for what became of it. */
function suffix(style: SliceStyle, length: number): string {
  switch (style) {
    case 'call-ok':
      return duration(length);
    case 'call-error':
      return `${styleWord(style)} ${duration(length)}`;
    case 'call-running':
    case 'call-skipped':
    case 'held':
    case 'response-running':
    case 'response-error':
      return styleWord(style);
    case 'response':
    case 'window':
    case 'window-expired':
    case 'item':
    case 'item-opening':
    case 'abstained':
      return '';
  }
}

/** The longest of the texts for a bar that `room` characters hold; '' when none says anything. */
export function fitted(name: string, more: string, room: number): string {
  const full = more === '' ? name : `${name} ${more}`;
  if (full.length <= room) return full;
  if (name.length <= room) return name;
  return room < FEWEST ? '' : `${name.slice(0, room - 1)}…`;
}

/** Text inside bars. The type is monospaced, so what fits is arithmetic and nothing is measured. */
export function drawBarLabels(
  drawing: Drawing,
  look: Look,
  store: Store,
  bars: readonly Bar[],
  unit: number,
  charWidth: number,
): void {
  drawing.font = BAR_FONT(look, unit);
  drawing.fillStyle = look.text;
  for (const bar of bars) {
    const { row, i } = bar;
    const inside = bar.x1 - bar.x0 - 2 * PAD * unit;
    const room = Math.floor(inside / charWidth);
    if (room < 1) continue;
    const count = store.countAt(row, i);
    const style = STYLES[u8(row.track.style, i)] ?? 'call-ok';
    const length = f64(row.track.end, i) - f64(row.track.start, i);
    const text =
      count > 1
        ? fitted(`${count} parallel`, '', room)
        : fitted(store.label(row, i), suffix(style, length), room);
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
