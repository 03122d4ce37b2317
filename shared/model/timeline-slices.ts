import type { InstanceId, ServerName } from '../event.ts';
import type { TimelineLane, TimelineSlice } from './timeline-shape.ts';

/** The part of the timeline's state that slices need. */
interface Slices {
  revision: number;
  lanes: TimelineLane[];
  slices: TimelineSlice[];
  laneAt: Map<string, number>;
  sliceAt: Map<string, number>;
  instances: Map<ServerName, InstanceId[]>;
}

export const UNATTRIBUTED = 'unattributed';
export const WAITING = 'waiting';

export const sliceId = (kind: TimelineSlice['ref']['kind'], id: string): string => `${kind}/${id}`;

export const sliceOf = (state: Slices, id: string): TimelineSlice | undefined => {
  const at = state.sliceAt.get(id);
  return at === undefined ? undefined : state.slices[at];
};

export function putSlice(state: Slices, slice: TimelineSlice): void {
  if (state.sliceAt.has(slice.id)) return;
  state.sliceAt.set(slice.id, state.slices.length);
  state.slices.push(slice);
  state.revision++;
}

export function changeSlice(
  state: Slices,
  id: string,
  change: (slice: TimelineSlice) => TimelineSlice,
): void {
  const at = state.sliceAt.get(id);
  const slice = at === undefined ? undefined : state.slices[at];
  if (at === undefined || slice === undefined) return;
  state.slices[at] = change(slice);
  state.revision++;
}

export const blank = (
  kind: TimelineSlice['ref']['kind'],
  id: string,
  lane: string,
  start: number,
): TimelineSlice => ({
  id: sliceId(kind, id),
  ref: { kind, id },
  lane,
  group: null,
  start,
  end: Infinity,
  label: '',
  style: 'call-running',
  parent: null,
  note: null,
  thread: null,
  server: null,
  attribution: null,
  reason: null,
});

/** The lanes that are no thread's are made when they are first needed. */
export function otherLane(state: Slices, kind: typeof UNATTRIBUTED | typeof WAITING): string {
  if (!state.laneAt.has(kind)) {
    state.laneAt.set(kind, state.lanes.length);
    const label = kind === UNATTRIBUTED ? 'Unattributed' : 'Waiting';
    state.lanes.push({ id: kind, kind, label, note: null, parent: null });
    state.revision++;
  }
  return kind;
}

export function seeInstance(state: Slices, server: ServerName, instance: InstanceId | undefined): void {
  if (instance === undefined) return;
  const known = state.instances.get(server);
  if (known === undefined) state.instances.set(server, [instance]);
  else if (!known.includes(instance)) known.push(instance);
}
