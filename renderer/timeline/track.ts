import { f64, grownF64, grownU32, grownU8, lowerBound, u32, u8, upperBound } from './columns.ts';
import { BlockIndex } from './index.ts';

const FIRST_SIZE = 32;

/** One drawn row: slices that never overlap, as columns sorted by start, with their level-of-detail index. Times in ms. */
export class Track {
  n = 0;
  start: Float64Array = new Float64Array(FIRST_SIZE);
  /** `Infinity` while open. */
  end: Float64Array = new Float64Array(FIRST_SIZE);
  /** Which slice this is: its dense number in the store. */
  id: Uint32Array = new Uint32Array(FIRST_SIZE);
  style: Uint8Array = new Uint8Array(FIRST_SIZE);
  readonly index: BlockIndex = new BlockIndex(this);

  /** Adds a slice that starts no earlier than any other and returns its position. */
  push(start: number, end: number, id: number, style: number): number {
    const i = this.n;
    if (i === this.start.length) this.#reserve(i + 1);
    this.#write(i, start, end, id, style);
    this.n = i + 1;
    this.index.pushed(i);
    return i;
  }

  /** Adds a slice anywhere; `fits` must hold. Late verdicts land near the tail, so the shift is short. */
  insert(start: number, end: number, id: number, style: number): number {
    const at = this.#after(start);
    if (at === this.n) return this.push(start, end, id, style);
    const last = this.n - 1;
    this.push(f64(this.start, last), f64(this.end, last), u32(this.id, last), u8(this.style, last));
    this.#shift(at + 1, at, last);
    this.#write(at, start, end, id, style);
    this.index.shifted(at);
    return at;
  }

  removeAt(i: number): void {
    this.#shift(i, i + 1, this.n);
    this.n--;
    this.index.shifted(i);
  }

  /** New end and style of the slice at `i`; its start stays. */
  change(i: number, end: number, style: number): void {
    this.end[i] = end;
    this.style[i] = style;
    this.index.changed(i);
  }

  /** True if `[start, end]` can be placed without overlapping a neighbour; touching is allowed. */
  fits(start: number, end: number): boolean {
    const at = this.#after(start);
    if (at > 0 && f64(this.end, at - 1) > start) return false;
    return at === this.n || f64(this.start, at) >= end;
  }

  /** Position of the slice with this id and start, -1 if it is not here. */
  find(id: number, start: number): number {
    for (let i = lowerBound(this.start, this.n, start); i < this.n && f64(this.start, i) === start; i++)
      if (u32(this.id, i) === id) return i;
    return -1;
  }

  /** Position of the last slice that starts at or before `time`, -1 if there is none. */
  at(time: number): number {
    return upperBound(this.start, this.n, time) - 1;
  }

  /** Slice under `time`, else one within `tolerance` ms of it, else -1. */
  hit(time: number, tolerance: number): number {
    const first = lowerBound(this.end, this.n, time - tolerance);
    if (first >= this.n || f64(this.start, first) > time + tolerance) return -1;
    for (let i = first; i < this.n && f64(this.start, i) <= time; i++) if (f64(this.end, i) >= time) return i;
    return first;
  }

  /** Where a slice that starts at `start` belongs; most come in the order of their starts. */
  #after(start: number): number {
    const { n } = this;
    return n === 0 || f64(this.start, n - 1) <= start ? n : upperBound(this.start, n, start);
  }

  #write(i: number, start: number, end: number, id: number, style: number): void {
    this.start[i] = start;
    this.end[i] = end;
    this.id[i] = id;
    this.style[i] = style;
  }

  #shift(to: number, from: number, until: number): void {
    this.start.copyWithin(to, from, until);
    this.end.copyWithin(to, from, until);
    this.id.copyWithin(to, from, until);
    this.style.copyWithin(to, from, until);
  }

  #reserve(count: number): void {
    const size = Math.max(count, this.start.length + (this.start.length >> 1));
    this.start = grownF64(this.start, size);
    this.end = grownF64(this.end, size);
    this.id = grownU32(this.id, size);
    this.style = grownU8(this.style, size);
  }
}
