import { moment } from './format.ts';
import type { View } from './view.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Steps from a second up that people count in; below a second they are 1, 2 and 5 of each power of ten. */
const LONG_STEPS = [1, 2, 5, 10, 15, 30]
  .flatMap((count) => [count * SECOND, count * MINUTE])
  .concat([HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR])
  .toSorted((a, b) => a - b);
const DAY = 24 * HOUR;

export interface Tick {
  readonly time: number;
  readonly text: string;
}

/** Smallest nice step, in ms, that is at least `least` ms. */
export function niceStep(least: number): number {
  if (least <= SECOND / 2) {
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((count) => count * power).find((step) => step >= least * (1 - 1e-9)) ?? power;
  }
  return LONG_STEPS.find((step) => step >= least) ?? DAY * Math.ceil(least / DAY);
}

/** Ticks for the visible span, at least `gap` CSS pixels apart; none before the start of the capture. */
export function ticks(view: View, gap: number): Tick[] {
  const step = niceStep((view.span / view.width) * gap);
  const list: Tick[] = [];
  const first = Math.max(0, Math.floor(view.from / step));
  for (let i = first; i * step <= view.from + view.span; i++) {
    list.push({ time: i * step, text: moment(i * step, step) });
  }
  return list;
}
