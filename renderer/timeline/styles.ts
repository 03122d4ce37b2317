import type { SliceStyle } from './types.ts';

interface StyleFact {
  readonly style: SliceStyle;
  /** A block of slices that share a pixel is shown in the style of the highest rank: a fault survives any zoom. */
  readonly rank: number;
  /** The word that stands beside the colour. */
  readonly word: string;
}

/** In the order of their codes, which are what the columns hold. */
const FACTS: readonly StyleFact[] = [
  { style: 'response', rank: 2, word: 'response' },
  { style: 'response-running', rank: 5, word: 'streaming' },
  { style: 'response-error', rank: 9, word: 'failed' },
  { style: 'window', rank: 0, word: 'window' },
  { style: 'window-expired', rank: 1, word: 'expired' },
  { style: 'item', rank: 1, word: 'item' },
  { style: 'item-opening', rank: 4, word: 'opening' },
  { style: 'call-running', rank: 6, word: 'running' },
  { style: 'call-ok', rank: 4, word: 'ok' },
  { style: 'call-error', rank: 9, word: 'error' },
  { style: 'call-skipped', rank: 5, word: 'skipped' },
  { style: 'held', rank: 8, word: 'held' },
  { style: 'abstained', rank: 7, word: 'abstained' },
];

export const STYLE_COUNT = FACTS.length;
export const STYLES: readonly SliceStyle[] = FACTS.map((fact) => fact.style);
export const RANK = Uint8Array.from(FACTS, (fact) => fact.rank);

const FAULT_RANK = Math.max(...RANK);

const CODE = new Map(FACTS.map((fact, code) => [fact.style, code]));
const WORD = new Map(FACTS.map((fact) => [fact.style, fact.word]));

/** Column code of a style. */
export function styleCode(style: SliceStyle): number {
  return CODE.get(style) ?? 0;
}

/** The word shown for a style in labels, the card and the table. */
export function styleWord(style: SliceStyle): string {
  return WORD.get(style) ?? style;
}

/** True for what failed: it stays visible at any zoom. */
export function isFault(style: number): boolean {
  return RANK[style] === FAULT_RANK;
}
