import { f64, u32, u8 } from './columns.ts';
import { RANK, STYLE_COUNT } from './styles.ts';
import { Track } from './track.ts';

/** A slice as the columns hold it. Times in ms; `end` is Infinity while open. */
export interface Placed {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly style: number;
}

interface Bar {
  members: Map<number, Placed>;
  /** Members that are still open. */
  open: number;
  latestEnd: number;
  styles: Uint32Array;
}

/**
 * The last track of a group, for what no other track has room for: slices that overlap are merged into one bar, "n parallel",
 * so that a flood of parallel calls cannot grow a lane without end. A bar never narrows while it has members.
 */
export class Overflow {
  readonly track: Track = new Track();
  /** By the id that stands for the bar in the track: that of one of its members. */
  readonly #bars = new Map<number, Bar>();

  add(slice: Placed): void {
    let leader = slice.id;
    let start = slice.start;
    let bar = barOf(slice);
    const first = this.#firstTouching(start);
    while (first < this.track.n && f64(this.track.start, first) <= slice.end) {
      const otherLeader = u32(this.track.id, first);
      const otherStart = f64(this.track.start, first);
      const other = this.#bars.get(otherLeader);
      this.track.removeAt(first);
      this.#bars.delete(otherLeader);
      if (other === undefined) continue;
      if (otherStart <= start) {
        start = otherStart;
        leader = otherLeader;
      }
      bar = merged(bar, other);
    }
    this.#bars.set(leader, bar);
    this.track.insert(start, endOf(bar), leader, styleOf(bar));
  }

  /** A member as it is now: it closed, or changed its style. */
  change(slice: Placed): void {
    const i = this.find(slice);
    const leader = i < 0 ? -1 : u32(this.track.id, i);
    const bar = this.#bars.get(leader);
    const before = bar?.members.get(slice.id);
    if (bar === undefined || before === undefined) return;
    const next = i + 1 < this.track.n ? f64(this.track.start, i + 1) : Infinity;
    if (slice.end >= next && slice.end !== before.end) {
      this.remove(before);
      this.add(slice);
      return;
    }
    tally(bar, before, -1);
    tally(bar, slice, 1);
    bar.members.set(slice.id, slice);
    this.track.change(i, endOf(bar), styleOf(bar));
  }

  remove(slice: { readonly id: number; readonly start: number }): void {
    const i = this.find(slice);
    const leader = i < 0 ? -1 : u32(this.track.id, i);
    const bar = this.#bars.get(leader);
    const before = bar?.members.get(slice.id);
    if (bar === undefined || before === undefined) return;
    bar.members.delete(slice.id);
    tally(bar, before, -1);
    const [heir] = bar.members.keys();
    if (heir === undefined) {
      this.#bars.delete(leader);
      this.track.removeAt(i);
      return;
    }
    const next = bar.members.has(leader) ? leader : heir;
    this.#bars.delete(leader);
    this.#bars.set(next, bar);
    this.track.id[i] = next;
    this.track.change(i, endOf(bar), styleOf(bar));
  }

  /** Position in the track of the bar that holds this slice, -1 if none does. */
  find(slice: { readonly id: number; readonly start: number }): number {
    const i = this.track.at(slice.start);
    return i >= 0 && this.#bars.get(u32(this.track.id, i))?.members.has(slice.id) === true ? i : -1;
  }

  member(slice: { readonly id: number; readonly start: number }): Placed | undefined {
    const i = this.find(slice);
    return i < 0 ? undefined : this.#bars.get(u32(this.track.id, i))?.members.get(slice.id);
  }

  /** Ids merged into the bar that `leader` stands for, in the order they came. */
  membersOf(leader: number): readonly number[] {
    return [...(this.#bars.get(leader)?.members.keys() ?? [])].toSorted((a, b) => a - b);
  }

  countOf(leader: number): number {
    return this.#bars.get(leader)?.members.size ?? 0;
  }

  #firstTouching(start: number): number {
    const i = this.track.at(start);
    return i >= 0 && f64(this.track.end, i) >= start ? i : i + 1;
  }
}

function barOf(slice: Placed): Bar {
  const bar: Bar = {
    members: new Map([[slice.id, slice]]),
    open: 0,
    latestEnd: slice.start,
    styles: new Uint32Array(STYLE_COUNT),
  };
  tally(bar, slice, 1);
  return bar;
}

function tally(bar: Bar, slice: Placed, by: 1 | -1): void {
  bar.styles[slice.style] = u32(bar.styles, slice.style) + by;
  if (slice.end === Infinity) bar.open += by;
  else if (by === 1) bar.latestEnd = Math.max(bar.latestEnd, slice.end);
}

function endOf(bar: Bar): number {
  return bar.open > 0 ? Infinity : bar.latestEnd;
}

function styleOf(bar: Bar): number {
  let best = -1;
  for (let style = 0; style < STYLE_COUNT; style++) {
    if (u32(bar.styles, style) > 0 && (best < 0 || u8(RANK, style) > u8(RANK, best))) best = style;
  }
  return Math.max(0, best);
}

/** Both bars as one; the smaller set of members moves into the larger. */
function merged(a: Bar, b: Bar): Bar {
  const [small, large] = a.members.size < b.members.size ? [a, b] : [b, a];
  for (const member of small.members.values()) large.members.set(member.id, member);
  large.open += small.open;
  large.latestEnd = Math.max(large.latestEnd, small.latestEnd);
  for (let style = 0; style < STYLE_COUNT; style++)
    large.styles[style] = u32(large.styles, style) + u32(small.styles, style);
  return large;
}
