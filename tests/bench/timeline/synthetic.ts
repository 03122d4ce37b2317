import { styleCode } from '../../../renderer/timeline/styles.ts';
import type { Entry } from '../../../renderer/timeline/store.ts';

/** A generator of numbers in [0, 1) that gives the same ones every time (mulberry32). */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One hour of work. */
export const HOUR = 3_600_000;

/** Slices in order of their starts: skewed lanes, a response and a window now and then, calls of 1 ms to 10 s in bursts. */
export function slices(count: number, lanes: number): Entry[] {
  const next = random(1);
  const busyUntil = new Float64Array(lanes);
  const list: Entry[] = [];
  for (let i = 0; i < count; i++) {
    const start = (i / count) * HOUR;
    const lane = Math.floor(next() * next() * lanes);
    const length = Math.exp(next() * Math.log(10_000)) * Math.min(1, (lanes * 400) / count + next() * next());
    const isFree = (busyUntil[lane] ?? 0) <= start;
    const kind = isFree && next() < 0.04 ? 'response' : isFree && next() < 0.04 ? 'window' : 'call';
    if (kind !== 'call') busyUntil[lane] = start + length;
    const chance = next();
    const call =
      chance < 0.01 ? 'call-error' : chance < 0.02 ? 'abstained' : chance < 0.03 ? 'held' : 'call-ok';
    const style = styleCode(kind === 'call' ? call : kind);
    list.push({
      kind,
      lane,
      heading: kind === 'call' ? 'server' : null,
      start,
      end: start + length,
      style,
      parent: -1,
    });
  }
  return list;
}
