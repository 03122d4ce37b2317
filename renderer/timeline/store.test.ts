import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ROWS, Store } from './store.ts';
import type { Entry, Row } from './store.ts';
import { styleCode } from './styles.ts';
import { contents, indexFaults } from './testing.ts';

const OK = styleCode('call-ok');
const RUNNING = styleCode('call-running');
const ERROR = styleCode('call-error');

function call(start: number, end: number, more: Partial<Entry> = {}): Entry {
  return {
    kind: 'call',
    lane: 0,
    heading: 'shape_probe',
    start,
    end,
    style: end === Infinity ? RUNNING : OK,
    parent: -1,
    ...more,
  };
}

function withLanes(count: number): Store {
  const store = new Store();
  for (let i = 0; i < count; i++) store.addLane();
  return store;
}

function slicesOf(row: Row): number[][] {
  return contents(row.track).map((slice) => [slice.start, slice.end]);
}

/** Every promise the store makes about one state; returns those it broke. */
function broken(store: Store, known: ReadonlyMap<number, Entry>): string[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const row of store.rows) {
    faults.push(...indexFaults(row.track));
    let reached = -Infinity;
    for (const [i, slice] of contents(row.track).entries()) {
      if (slice.start < reached) faults.push(`row ${row.number}: slices overlap at ${slice.start}`);
      reached = slice.end;
      for (const id of store.idsAt(row, i)) {
        const entry = known.get(id);
        if (entry === undefined || seen.has(id)) faults.push(`slice ${id} is unknown or stands twice`);
        else if (entry.lane !== row.lane || store.rowOf(id) !== row || store.find(id) !== i)
          faults.push(`slice ${id} is not found where it stands`);
        else if (slice.start > entry.start || slice.end < entry.end) faults.push(`slice ${id} is cut`);
        else if (row.overflow === null && (slice.start !== entry.start || slice.end !== entry.end))
          faults.push(`slice ${id} is stretched`);
        seen.add(id);
      }
    }
  }
  if (seen.size !== known.size) faults.push(`${known.size - seen.size} slices are missing`);
  const groups = store.lanes.flatMap((lane) => lane.calls);
  if (groups.some((group) => group.rows.length > MAX_ROWS + 1)) faults.push('a group has too many rows');
  return faults;
}

describe('Store', () => {
  it('gives parallel calls rows of their own and uses a row again when it is free', () => {
    const store = withLanes(1);
    store.set(0, call(0, 10));
    store.set(1, call(5, 15));
    store.set(2, call(10, 20));
    const rows = store.lanes[0]?.calls[0]?.rows ?? [];
    expect(rows.map(slicesOf)).toEqual([
      [
        [0, 10],
        [10, 20],
      ],
      [[5, 15]],
    ]);
  });

  it('packs the same whether calls are seen open first or already closed', () => {
    const calls = [call(0, 10), call(5, 6), call(7, 8), call(10, 12)];
    const late = withLanes(1);
    calls.forEach((entry, id) => late.set(id, entry));
    const live = withLanes(1);
    for (const time of [0, 5, 6, 7, 8, 10, 12]) {
      for (const [id, entry] of calls.entries()) if (entry.end === time) live.set(id, entry);
      for (const [id, entry] of calls.entries()) if (entry.start === time) live.set(id, call(time, Infinity));
    }
    expect(live.rows.map(slicesOf)).toEqual(late.rows.map(slicesOf));
  });

  it('moves a call to the lane of its thread when a verdict arrives, and keeps the row it left', () => {
    const store = withLanes(2);
    store.set(0, call(0, Infinity, { lane: 1 }));
    store.set(0, call(0, 10, { lane: 0 }));
    expect(store.rowOf(0)?.lane).toBe(0);
    expect(store.rows.map((row) => [row.lane, row.track.n])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('stands item ticks on the row of their response', () => {
    const store = withLanes(1);
    const response = { kind: 'response', heading: null, style: 0 } as const;
    store.set(0, call(0, 10, response));
    store.set(1, call(5, 15, response));
    store.set(2, call(8, 8, { ...response, kind: 'item', parent: 1 }));
    store.set(3, call(8, 8, { ...response, kind: 'item', parent: 0 }));
    expect(store.rowOf(2)).toBe(store.rowOf(1)?.ticks);
    expect(store.rowOf(3)).toBe(store.rowOf(0)?.ticks);
  });

  it('merges what exceeds the row limit and shows the worst of it', () => {
    const store = withLanes(1);
    const known = new Map<number, Entry>();
    const set = (id: number, entry: Entry): void => {
      store.set(id, entry);
      known.set(id, entry);
    };
    for (let id = 0; id < MAX_ROWS + 3; id++) set(id, call(id, Infinity));
    const merged = store.lanes[0]?.calls[0]?.rows[MAX_ROWS];
    expect(merged?.track.n).toBe(1);
    expect(merged && store.countAt(merged, 0)).toBe(3);
    set(MAX_ROWS + 1, call(MAX_ROWS + 1, 100, { style: ERROR }));
    expect(merged?.track.style[0]).toBe(ERROR);
    expect(merged?.track.end[0]).toBe(Infinity);
    set(MAX_ROWS, call(MAX_ROWS, 200));
    set(MAX_ROWS + 2, call(MAX_ROWS + 2, 90));
    expect(merged?.track.end[0]).toBe(200);
    expect(broken(store, known)).toEqual([]);
  });

  it('keeps its promises under any order of opening, closing, moving and correcting', () => {
    const step = fc.record({
      id: fc.nat({ max: 60 }),
      lane: fc.nat({ max: 1 }),
      heading: fc.constantFrom('a', 'b'),
      start: fc.nat({ max: 40 }),
      length: fc.constantFrom(0, 1, 5, 30, Infinity),
      style: fc.constantFrom(OK, ERROR, RUNNING),
      keepStart: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 250, size: 'max' }), (steps) => {
        const store = withLanes(2);
        const known = new Map<number, Entry>();
        for (const { id, lane, heading, length, style, keepStart, ...rest } of steps) {
          const start = keepStart ? (known.get(id)?.start ?? rest.start) : rest.start;
          const entry = call(start, start + length, { lane, heading, style });
          store.set(id, entry);
          known.set(id, entry);
        }
        expect(broken(store, known)).toEqual([]);
      }),
    );
  });

  it('counts calls in flight and failures for the minimap as they change', () => {
    const store = withLanes(1);
    store.set(0, call(0, Infinity));
    store.set(1, call(100, Infinity));
    store.set(1, call(100, 200, { style: ERROR }));
    store.set(0, call(0, 300));
    expect([...store.minimap.read(0, 400, 4).inFlight]).toEqual([1, 2, 2, 1]);
    expect([...store.minimap.read(0, 400, 4).fault]).toEqual([0, 1, 0, 0]);
  });
});
