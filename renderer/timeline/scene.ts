import { plainLabel } from './format.ts';
import type { LanePlace } from './layout.ts';
import { Store } from './store.ts';
import { styleCode } from './styles.ts';
import type { SliceRef, TimelineConnector, TimelineLane, TimelineSlice, TimelineState } from './types.ts';

/** A lane as the gutter shows it. */
export interface SceneLane extends LanePlace {
  readonly id: string;
  readonly label: string;
  readonly note: string | null;
  /** 0 for a lane of its own, 1 for a child of such a lane, and so on. */
  readonly depth: number;
}

/**
 * Keeps a `Store` in step with the state of the reducer. Each reading looks only for objects that are not those seen last
 * time, so the work is in what changed. Slice ids in the store are the indices of `state.slices`.
 */
export class Scene {
  store: Store = new Store();
  /** Lanes in drawing order. */
  order: readonly SceneLane[] = [];
  slices: readonly TimelineSlice[] = [];
  /** Earliest start and latest end seen, ms; infinite the wrong way round while there is no slice. */
  firstStart = Infinity;
  lastEnd = -Infinity;
  /** Slices that have not ended. */
  open = 0;
  #lanes: TimelineLane[] = [];
  #read: { readonly state: TimelineState; readonly revision: number } | null = null;
  #seen: (TimelineSlice | undefined)[] = [];
  #connectors: (TimelineConnector | undefined)[] = [];
  #laneNumbers = new Map<string, number>();
  #numbers = new Map<string, number>();
  #byRef = new Map<string, number | number[]>();

  /** Brings the store up to date; true when the state was another capture's and everything was read anew. */
  read(state: TimelineState): boolean {
    if (this.#read?.state === state && this.#read.revision === state.revision) return false;
    this.#read = { state, revision: state.revision };
    const isAnother = this.#isAnother(state);
    if (isAnother) this.#forget();
    this.slices = state.slices;
    this.#readLanes(state.lanes);
    for (let i = 0; i < state.slices.length; i++) {
      const slice = state.slices[i];
      if (slice !== undefined && this.#seen[i] !== slice) this.#readSlice(i, slice);
    }
    for (const [i, connector] of state.connectors.entries()) {
      if (this.#connectors[i] !== connector && this.#connect(connector)) this.#connectors[i] = connector;
    }
    return isAnother;
  }

  readonly labelOf = (id: number): string => plainLabel(this.slices[id]?.label ?? '');

  readonly noteOf = (id: number): string | null => {
    const note = this.slices[id]?.note ?? null;
    return note === null ? null : plainLabel(note);
  };

  /** Store ids of all slices of one thing; a call that was held and then ran has two. */
  idsOf(ref: SliceRef): readonly number[] {
    const ids = this.#byRef.get(refKey(ref)) ?? [];
    return typeof ids === 'number' ? [ids] : ids;
  }

  #isAnother(state: TimelineState): boolean {
    const [first] = this.#seen;
    return (
      state.slices.length < this.#seen.length || (first !== undefined && first.id !== state.slices[0]?.id)
    );
  }

  #forget(): void {
    this.store = new Store();
    this.order = [];
    this.#lanes = [];
    this.#seen = [];
    this.#connectors = [];
    this.#laneNumbers.clear();
    this.#numbers.clear();
    this.#byRef.clear();
    this.firstStart = Infinity;
    this.lastEnd = -Infinity;
    this.open = 0;
  }

  #readLanes(lanes: readonly TimelineLane[]): void {
    if (lanes.length === this.#lanes.length && lanes.every((lane, i) => lane === this.#lanes[i])) return;
    for (const lane of lanes) {
      if (!this.#laneNumbers.has(lane.id)) this.#laneNumbers.set(lane.id, this.store.addLane());
    }
    this.#lanes = [...lanes];
    this.order = ordered(this.#lanes, this.#laneNumbers);
    this.store.shape++;
  }

  #readSlice(i: number, slice: TimelineSlice): void {
    const lane = this.#laneNumbers.get(slice.lane);
    if (lane === undefined || !Number.isFinite(slice.start) || Number.isNaN(slice.end)) return; // read again next time
    if (this.#seen[i]?.end === Infinity) this.open--;
    if (slice.end === Infinity) this.open++;
    this.firstStart = Math.min(this.firstStart, slice.start);
    this.lastEnd = Math.max(this.lastEnd, slice.end === Infinity ? slice.start : slice.end);
    if (this.#seen[i] === undefined) this.#index(i, slice);
    this.#seen[i] = slice;
    this.store.set(i, {
      kind: slice.ref.kind,
      lane,
      heading: slice.group === null ? null : plainLabel(slice.group),
      start: slice.start,
      end: slice.end,
      style: styleCode(slice.style),
      parent: slice.parent === null ? -1 : (this.#numbers.get(slice.parent) ?? -1),
    });
  }

  #index(i: number, slice: TimelineSlice): void {
    this.#numbers.set(slice.id, i);
    const key = refKey(slice.ref);
    const known = this.#byRef.get(key);
    if (known === undefined) this.#byRef.set(key, i);
    else if (typeof known === 'number') this.#byRef.set(key, [known, i]);
    else known.push(i);
  }

  #connect(connector: TimelineConnector): boolean {
    const from = this.#numbers.get(connector.from);
    const to = this.#numbers.get(connector.to);
    if (from === undefined || to === undefined) return false; // an end is still to come
    this.store.connect(from, to, connector.evidence === 'id');
    return true;
  }
}

function refKey(ref: SliceRef): string {
  return `${ref.kind} ${ref.id}`;
}

/** Threads with their children right below them, in the order they came; then what is unattributed, then what waits. */
function ordered(lanes: readonly TimelineLane[], numbers: ReadonlyMap<string, number>): SceneLane[] {
  const threads = lanes.filter((lane) => lane.kind === 'thread');
  const known = new Set(threads.map((lane) => lane.id));
  const isChild = (lane: TimelineLane): boolean => lane.parent !== null && known.has(lane.parent);
  const children = Map.groupBy(threads.filter(isChild), (lane) => lane.parent);
  const list: SceneLane[] = [];
  const placed = new Set<string>();
  const placeTree = (root: TimelineLane): void => {
    const waiting = [{ lane: root, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { lane, depth } = next;
      const number = numbers.get(lane.id);
      if (number === undefined || placed.has(lane.id)) continue;
      placed.add(lane.id);
      const note = lane.note === null ? null : plainLabel(lane.note);
      list.push({ id: lane.id, lane: number, kind: lane.kind, label: plainLabel(lane.label), note, depth });
      for (const child of (children.get(lane.id) ?? []).toReversed())
        waiting.push({ lane: child, depth: depth + 1 });
    }
  };
  for (const lane of threads) if (!isChild(lane)) placeTree(lane);
  for (const lane of threads) placeTree(lane); // those whose parents name each other in a circle
  for (const kind of ['unattributed', 'waiting'])
    for (const lane of lanes) if (lane.kind === kind) placeTree(lane);
  return list;
}
