import { f64, grownF64, grownU32, u32, u8 } from './columns.ts';
import { Minimap } from './minimap.ts';
import { Overflow } from './overflow.ts';
import type { Placed } from './overflow.ts';
import { isFault } from './styles.ts';
import { Track } from './track.ts';
import type { SliceKind } from './types.ts';

/** Rows a group may grow to before parallel slices are merged. */
export const MAX_ROWS = 8;

const NOWHERE = 0xffffffff;

/** One drawn row. */
export interface Row {
  readonly number: number;
  readonly lane: number;
  readonly group: Group;
  readonly track: Track;
  /** Set when this row holds merged bars. */
  readonly overflow: Overflow | null;
  /** Item ticks that stand on this row of responses. */
  ticks: Row | null;
}

/** Rows under one heading of a lane: the responses of a thread, its windows, or the calls of one server. */
export class Group {
  readonly heading: string | null;
  readonly rows: Row[] = [];

  constructor(heading: string | null) {
    this.heading = heading;
  }
}

export class Lane {
  readonly windows: Group = new Group(null);
  readonly responses: Group = new Group(null);
  readonly calls: Group[] = [];
}

/** A slice and where it belongs. Times in ms; `end` is Infinity while open. */
export interface Entry {
  readonly kind: SliceKind;
  readonly lane: number;
  readonly heading: string | null;
  readonly start: number;
  readonly end: number;
  readonly style: number;
  /** For an item: the id of its response, -1 when unknown. */
  readonly parent: number;
}

/**
 * All slices of a capture: lanes, in them groups, in them rows, each row a `Track`. A slice is known by its id, a dense
 * number given by the caller. `version` goes up with every change, `shape` when a lane, a group or a row was added.
 * Rows are never taken away, so a lane never shrinks.
 */
export class Store {
  version = 0;
  shape = 0;
  readonly lanes: Lane[] = [];
  readonly rows: Row[] = [];
  readonly minimap: Minimap = new Minimap();
  /** By the id of a call: the slice that caused it. */
  readonly causes: Map<number, { readonly from: number; readonly solid: boolean }> = new Map();
  #rowOf: Uint32Array = new Uint32Array(1024).fill(NOWHERE);
  #startOf: Float64Array = new Float64Array(1024);

  addLane(): number {
    this.shape++;
    this.version++;
    return this.lanes.push(new Lane()) - 1;
  }

  /** Places a slice, or brings one that is already placed up to date. */
  set(id: number, entry: Entry): void {
    const group = this.#groupOf(entry);
    if (group === undefined) return;
    this.version++;
    const slice: Placed = {
      id,
      start: entry.start,
      end: Math.max(entry.end, entry.start),
      style: entry.style,
    };
    const row = this.rowOf(id);
    const before = row === undefined ? undefined : this.#placed(row, id);
    if (entry.kind === 'call') {
      if (before !== undefined) this.#uncount(before);
      this.#count(slice);
    }
    if (row === undefined || before === undefined) this.#place(slice, entry, group);
    else if (row.lane !== entry.lane || row.group !== group || !changedInPlace(row, before, slice)) {
      remove(row, before);
      this.#place(slice, entry, group);
    }
  }

  /** Draws a connector from what caused a call to the call. */
  connect(from: number, to: number, solid: boolean): void {
    this.causes.set(to, { from, solid });
    this.version++;
  }

  /** The drawn row a slice stands in; undefined for an unknown id. */
  rowOf(id: number): Row | undefined {
    return id >= 0 && id < this.#rowOf.length ? this.rows[u32(this.#rowOf, id)] : undefined;
  }

  /** Position of a slice in the track of its row (its own, or that of the merged bar that holds it); -1 if unknown. */
  find(id: number): number {
    const row = this.rowOf(id);
    if (row === undefined) return -1;
    const start = f64(this.#startOf, id);
    return row.overflow === null ? row.track.find(id, start) : row.overflow.find({ id, start });
  }

  /** How many slices the one at a position stands for: more than 1 in a merged bar. */
  countAt(row: Row, i: number): number {
    return row.overflow === null ? 1 : row.overflow.countOf(u32(row.track.id, i));
  }

  /** Ids behind the slice at a position. */
  idsAt(row: Row, i: number): readonly number[] {
    const leader = u32(row.track.id, i);
    return row.overflow === null ? [leader] : row.overflow.membersOf(leader);
  }

  #groupOf(entry: Entry): Group | undefined {
    const lane = this.lanes[entry.lane];
    if (lane === undefined) return undefined;
    if (entry.kind === 'window') return lane.windows;
    if (entry.kind !== 'call') return lane.responses;
    let group = lane.calls.find((candidate) => candidate.heading === entry.heading);
    if (group === undefined) {
      group = new Group(entry.heading);
      lane.calls.push(group);
    }
    return group;
  }

  #place(slice: Placed, entry: Entry, group: Group): void {
    const row = entry.kind === 'item' ? this.#tickRow(entry, group) : this.#freeRow(slice, entry, group);
    if (row.overflow === null) row.track.insert(slice.start, slice.end, slice.id, slice.style);
    else row.overflow.add(slice);
    this.#remember(slice, row);
  }

  /** The first row of the group with room; a new one, up to the limit; then the row that merges. */
  #freeRow(slice: Placed, entry: Entry, group: Group): Row {
    for (const row of group.rows)
      if (row.overflow !== null || row.track.fits(slice.start, slice.end)) return row;
    return this.#addRow(entry, group, group.rows.length < MAX_ROWS ? null : new Overflow());
  }

  #tickRow(entry: Entry, group: Group): Row {
    const parent = this.rowOf(entry.parent);
    const host = parent?.group === group ? parent : (group.rows[0] ?? this.#addRow(entry, group, null));
    host.ticks ??= this.#newRow(entry, group, null);
    return host.ticks;
  }

  #addRow(entry: Entry, group: Group, overflow: Overflow | null): Row {
    const row = this.#newRow(entry, group, overflow);
    group.rows.push(row);
    return row;
  }

  #newRow(entry: Entry, group: Group, overflow: Overflow | null): Row {
    const row: Row = {
      number: this.rows.length,
      lane: entry.lane,
      group,
      track: overflow?.track ?? new Track(),
      overflow,
      ticks: null,
    };
    this.rows.push(row);
    this.shape++;
    return row;
  }

  #remember(slice: Placed, row: Row): void {
    const used = this.#rowOf.length;
    if (slice.id >= used) {
      const size = Math.max(slice.id + 1, used + (used >> 1));
      this.#rowOf = grownU32(this.#rowOf, size).fill(NOWHERE, used);
      this.#startOf = grownF64(this.#startOf, size);
    }
    this.#rowOf[slice.id] = row.number;
    this.#startOf[slice.id] = slice.start;
  }

  #placed(row: Row, id: number): Placed | undefined {
    const start = f64(this.#startOf, id);
    if (row.overflow !== null) return row.overflow.member({ id, start });
    const i = row.track.find(id, start);
    return i < 0
      ? undefined
      : {
          id,
          start,
          end: f64(row.track.end, i),
          style: u8(row.track.style, i),
        };
  }

  #count(slice: Placed): void {
    this.minimap.add(slice.start, slice.end, isFault(slice.style));
  }

  #uncount(slice: Placed): void {
    this.minimap.remove(slice.start, slice.end, isFault(slice.style));
  }
}

/** Brings a slice up to date where it stands; false when it no longer fits there. */
function changedInPlace(row: Row, before: Placed, after: Placed): boolean {
  if (after.start !== before.start) return false;
  if (row.overflow !== null) {
    row.overflow.change(after);
    return true;
  }
  const i = row.track.find(before.id, before.start);
  if (i < 0 || (i + 1 < row.track.n && f64(row.track.start, i + 1) < after.end)) return false;
  row.track.change(i, after.end, after.style);
  return true;
}

function remove(row: Row, slice: Placed): void {
  if (row.overflow !== null) {
    row.overflow.remove(slice);
    return;
  }
  const i = row.track.find(slice.id, slice.start);
  if (i >= 0) row.track.removeAt(i);
}
