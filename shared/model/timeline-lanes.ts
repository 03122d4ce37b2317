import * as z from 'zod';
import { AnyId, Count, type EventOf } from '../event.ts';
import type { TimelineCounts, TimelineLane, TimelineSlice } from './timeline-shape.ts';
import { shortId } from './timeline-words.ts';

/** What is remembered of a thread to name its lane and number its responses. */
export const ThreadLane = z.strictObject({
  thread: AnyId,
  lane: z.string(),
  label: z.string(),
  parent: AnyId.nullable(),
  parentEvidence: z.enum(['measured', 'derived']).nullable(),
  /** Counted among all children, or among all threads without a parent, in order of appearance. */
  place: Count,
  assumed: z.boolean(),
  hasChildren: z.boolean(),
  responses: Count,
});
export type ThreadLane = z.infer<typeof ThreadLane>;

/** The part of the timeline's state that lanes need. */
interface Lanes {
  revision: number;
  lanes: TimelineLane[];
  slices: TimelineSlice[];
  counts: TimelineCounts;
  threads: Map<AnyId, ThreadLane>;
  roots: number;
  children: number;
  laneAt: Map<string, number>;
}

/** The lane of a thread, made when the thread is first named. */
export const laneFor = (state: Lanes, thread: AnyId): ThreadLane =>
  state.threads.get(thread) ?? addThread(state, thread);

export function onThreadOpened(state: Lanes, event: EventOf<'thread.opened'>): void {
  const { thread, parent, parentEvidence = null } = event;
  const joins =
    parent !== undefined &&
    (state.threads.get(thread)?.parent ?? null) === null &&
    !leadsBack(state, thread, parent);
  if (joins) {
    const above = laneFor(state, parent);
    above.hasChildren = true;
    show(state, above);
  }
  const known = state.threads.get(thread);
  const lane = known ?? newLane(thread, joins ? 0 : ++state.roots);
  if (known === undefined) keep(state, lane);
  if (joins) Object.assign(lane, { parent, parentEvidence, place: ++state.children });
  lane.assumed = event.evidence === 'assumed';
  show(state, lane);
}

function leadsBack(state: Lanes, thread: AnyId, parent: AnyId): boolean {
  for (let at: AnyId | null = parent; at !== null; at = state.threads.get(at)?.parent ?? null) {
    if (at === thread) return true;
  }
  return false;
}

function addThread(state: Lanes, thread: AnyId): ThreadLane {
  const lane = newLane(thread, ++state.roots);
  keep(state, lane);
  show(state, lane);
  return lane;
}

function keep(state: Lanes, lane: ThreadLane): void {
  state.threads.set(lane.thread, lane);
  state.counts = { ...state.counts, threads: state.counts.threads + 1 };
}

const newLane = (thread: AnyId, place: number): ThreadLane => ({
  thread,
  lane: `thread/${thread}`,
  label: '',
  parent: null,
  parentEvidence: null,
  place,
  assumed: false,
  hasChildren: false,
  responses: 0,
});

/** Writes the lane as it now reads; slices that name the thread follow. */
function show(state: Lanes, lane: ThreadLane): void {
  const before = lane.label;
  lane.label = labelOf(lane);
  const row: TimelineLane = {
    id: lane.lane,
    kind: 'thread',
    label: lane.label,
    note: noteOf(lane),
    parent: lane.parent === null ? null : `thread/${lane.parent}`,
  };
  const at = state.laneAt.get(lane.lane);
  if (at === undefined) {
    state.laneAt.set(lane.lane, state.lanes.length);
    state.lanes.push(row);
  } else {
    state.lanes[at] = row;
  }
  if (before !== '' && before !== lane.label) {
    for (const [index, slice] of state.slices.entries()) {
      if (slice.thread === before) state.slices[index] = { ...slice, thread: lane.label };
    }
  }
  state.revision++;
}

function labelOf(lane: ThreadLane): string {
  const word = lane.parent !== null ? 'Child' : lane.hasChildren ? 'Parent' : 'Thread';
  return lane.place === 1 ? word : `${word} ${lane.place}`;
}

function noteOf(lane: ThreadLane): string {
  switch (lane.parentEvidence) {
    case 'measured':
      return 'parent id on wire';
    case 'derived':
      return 'child of the root, derived';
    case null:
      return lane.assumed ? 'one process, assumed' : `thread ${shortId(lane.thread)}`;
  }
}
