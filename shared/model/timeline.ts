import * as z from 'zod';
import {
  AnyId,
  Count,
  InstanceId,
  LocalId,
  ServerName,
  type CallMeta,
  type Event,
  type EventOf,
  type Outcome,
} from '../event.ts';
import {
  ProviderTrack,
  initTrack,
  ownerOf,
  threadOfItem,
  trackEnd,
  trackRequest,
  trackStart,
} from './provider-track.ts';
import { ThreadLane, laneFor, onThreadOpened } from './timeline-lanes.ts';
import {
  UNATTRIBUTED,
  WAITING,
  blank,
  changeSlice,
  otherLane,
  putSlice,
  seeInstance,
  sliceId,
  sliceOf,
} from './timeline-slices.ts';
import { TimelineConnector, TimelineCounts, TimelineLane, TimelineSlice } from './timeline-shape.ts';
import { decisionNote, duration, groupLabel, itemLabel, outcomeNote, reasonNote } from './timeline-words.ts';

export * from './timeline-shape.ts';

export const TimelineState = z.strictObject({
  /** Goes up with every change. */
  revision: Count,
  lanes: z.array(TimelineLane),
  slices: z.array(TimelineSlice),
  connectors: z.array(TimelineConnector),
  counts: TimelineCounts,
  /** Time of the newest event. */
  latest: z.number(),

  // What the reducer remembers for itself.
  track: ProviderTrack,
  threads: z.map(AnyId, ThreadLane),
  roots: Count,
  children: Count,
  laneAt: z.map(z.string(), Count),
  sliceAt: z.map(z.string(), Count),
  instances: z.map(ServerName, z.array(InstanceId)),
  /** The thread for which the host asked, by call that has not ended. */
  askedBy: z.map(LocalId, AnyId),
});
export type TimelineState = z.infer<typeof TimelineState>;

export const initTimeline = (): TimelineState => ({
  revision: 0,
  lanes: [],
  slices: [],
  connectors: [],
  counts: { threads: 0, calls: 0, attributed: 0, abstained: 0 },
  latest: 0,
  track: initTrack(),
  threads: new Map(),
  roots: 0,
  children: 0,
  laneAt: new Map(),
  sliceAt: new Map(),
  instances: new Map(),
  askedBy: new Map(),
});

/** Mutates and returns the state; lanes, slices and connectors are replaced at their index, never edited. */
export function applyTimeline(state: TimelineState, event: Event): TimelineState {
  if (event.t > state.latest) {
    state.latest = event.t;
    state.revision++;
  }
  switch (event.kind) {
    case 'client.state':
      seeInstance(state, event.server, event.instance);
      break;
    case 'thread.opened':
      onThreadOpened(state, event);
      break;
    case 'exchange.request':
      trackRequest(state.track, event);
      if (event.thread !== undefined) laneFor(state, event.thread);
      break;
    case 'response.started':
      onStarted(state, event);
      break;
    case 'response.item':
      onItem(state, event);
      break;
    case 'response.completed':
    case 'response.failed':
    case 'exchange.closed':
      onEnded(state, event);
      break;
    case 'window.opened':
    case 'window.closed':
    case 'window.expired':
      onWindow(state, event);
      break;
    case 'approval.requested':
    case 'approval.decided':
      onApproval(state, event);
      break;
    case 'call.started':
      onCallStarted(state, event);
      break;
    case 'call.finished':
      onCallFinished(state, event);
      break;
    case 'call.attributed':
      onAttributed(state, event);
      break;
    case 'call.abstained':
      onAbstained(state, event);
      break;
    default:
      break;
  }
  return state;
}

// ---- The provider's side: responses, items, windows ---------------------------------------------------------------

function onStarted(state: TimelineState, event: EventOf<'response.started'>): void {
  const { response, thread, prewarm } = trackStart(state.track, event);
  if (state.sliceAt.has(sliceId('response', response))) return;
  const lane = thread === null ? null : laneFor(state, thread);
  if (lane !== null && !prewarm) lane.responses++;
  putSlice(state, {
    ...blank('response', response, lane?.lane ?? otherLane(state, UNATTRIBUTED), event.t),
    label: prewarm ? 'warm-up' : `resp ${lane?.responses ?? ''}`.trim(),
    style: 'response-running',
    thread: lane?.label ?? null,
  });
}

function onItem(state: TimelineState, event: EventOf<'response.item'>): void {
  const owner = ownerOf(state.track, event);
  const response = owner.kind === 'one' ? owner.response : null;
  const thread = threadOfItem(event, owner);
  const lane = thread === null ? null : laneFor(state, thread);
  const parent = response === null ? null : sliceId('response', response.response);
  putSlice(state, {
    ...blank('item', event.item, lane?.lane ?? otherLane(state, UNATTRIBUTED), event.t),
    end: event.t,
    label: itemLabel(event.carrier, event.itemType),
    style: event.carrier.kind === 'tool' || event.carrier.kind === 'exec' ? 'item-opening' : 'item',
    parent: parent !== null && state.sliceAt.has(parent) ? parent : null,
    thread: lane?.label ?? null,
    server: event.carrier.kind === 'tool' ? event.carrier.route.server : null,
  });
}

function onEnded(
  state: TimelineState,
  event: EventOf<'response.completed' | 'response.failed' | 'exchange.closed'>,
): void {
  for (const { response } of trackEnd(state.track, event)) {
    changeSlice(state, sliceId('response', response), (slice) => ({
      ...slice,
      end: Math.max(slice.start, event.t),
      style: event.kind === 'response.completed' ? 'response' : 'response-error',
      reason: event.kind === 'response.failed' ? event.code : null,
      note: event.kind === 'exchange.closed' ? 'cut off' : null,
    }));
  }
}

function onWindow(
  state: TimelineState,
  event: EventOf<'window.opened' | 'window.closed' | 'window.expired'>,
): void {
  switch (event.kind) {
    case 'window.opened': {
      const lane = laneFor(state, event.thread);
      putSlice(state, {
        ...blank('window', event.window, lane.lane, event.openedAt),
        label: 'execution window',
        style: 'window',
        thread: lane.label,
      });
      return;
    }
    case 'window.closed':
      changeSlice(state, sliceId('window', event.window), (slice) => ({
        ...slice,
        end: Math.max(slice.start, event.closedAt),
        style: 'window',
        reason: null,
      }));
      return;
    case 'window.expired':
      for (const window of event.windows) {
        changeSlice(state, sliceId('window', window), (slice) =>
          slice.end === Infinity ? { ...slice, style: 'window-expired', reason: 'missing-boundary' } : slice,
        );
      }
      return;
  }
}

// ---- The server's side: calls that are held, run, and find their owner --------------------------------------------

function onApproval(state: TimelineState, event: EventOf<'approval.requested' | 'approval.decided'>): void {
  const lane = event.thread === undefined ? null : laneFor(state, event.thread);
  if (lane !== null) state.askedBy.set(event.call, lane.thread);
  if (event.approval === undefined) return;
  const id = `held/${event.approval}`;
  if (event.kind === 'approval.requested') {
    putSlice(state, {
      ...blank('call', event.call, otherLane(state, WAITING), event.t),
      id,
      group: groupLabel(event.server, event.instance ?? null, state.instances.get(event.server) ?? []),
      label: `${event.tool} held`,
      style: 'held',
      thread: lane?.label ?? null,
      server: event.server,
      reason: event.reason,
    });
    return;
  }
  changeSlice(state, id, (slice) => ({
    ...slice,
    end: Math.max(slice.start, event.t),
    note: decisionNote(event.decision, event.by),
  }));
}

function onCallStarted(state: TimelineState, event: EventOf<'call.started'>): void {
  const id = sliceId('call', event.call);
  if (state.sliceAt.has(id)) return;
  seeInstance(state, event.server, event.instance);
  // Until the verdict is in, an id on the call's own wire says where it will most likely stand.
  const expected = event.origin === 'user' ? null : expectedLane(state, event.meta);
  putSlice(state, {
    ...blank('call', event.call, expected?.lane ?? otherLane(state, UNATTRIBUTED), event.t),
    group: groupLabel(event.server, event.instance ?? null, state.instances.get(event.server) ?? []),
    label: event.tool,
    style: 'call-running',
    note: event.origin === 'user' ? 'called by the user' : null,
    thread: expected?.label ?? null,
    server: event.server,
  });
  state.counts = { ...state.counts, calls: state.counts.calls + 1 };
}

function expectedLane(
  state: TimelineState,
  meta: CallMeta | undefined,
): { lane: string; label: string | null } | null {
  if (meta === undefined) return null;
  const thread = meta.threadId === undefined ? undefined : state.threads.get(meta.threadId);
  if (thread !== undefined) return thread;
  const item = meta.toolUseId ?? meta.itemId;
  const slice = item === undefined ? undefined : sliceOf(state, sliceId('item', item));
  return slice === undefined || slice.thread === null ? null : { lane: slice.lane, label: slice.thread };
}

function onCallFinished(state: TimelineState, event: EventOf<'call.finished'>): void {
  const id = sliceId('call', event.call);
  if (!state.sliceAt.has(id)) {
    const asked = state.askedBy.get(event.call);
    const lane = asked === undefined ? null : laneFor(state, asked);
    putSlice(state, {
      ...blank('call', event.call, lane?.lane ?? otherLane(state, UNATTRIBUTED), event.t),
      group: groupLabel(event.server, event.instance ?? null, state.instances.get(event.server) ?? []),
      thread: lane?.label ?? null,
      server: event.server,
    });
    state.counts = { ...state.counts, calls: state.counts.calls + 1 };
  }
  state.askedBy.delete(event.call);
  changeSlice(state, id, (slice) => ({
    ...slice,
    end: Math.max(slice.start, event.t),
    label: event.outcome === 'skipped' ? event.tool : `${event.tool} ${duration(event.durationMs)}`,
    style: slice.style === 'abstained' ? 'abstained' : callStyle(event.outcome),
    note: slice.note ?? outcomeNote(event.outcome),
  }));
}

function callStyle(outcome: Outcome): TimelineSlice['style'] {
  switch (outcome) {
    case 'ok':
      return 'call-ok';
    case 'skipped':
      return 'call-skipped';
    case 'toolError':
    case 'protocolError':
    case 'transportError':
    case 'timeout':
    case 'cancelled':
      return 'call-error';
  }
}

function onAttributed(state: TimelineState, event: EventOf<'call.attributed'>): void {
  const lane = laneFor(state, event.thread);
  const id = sliceId('call', event.call);
  if (sliceOf(state, id)?.attribution !== null) return;
  changeSlice(state, id, (slice) => ({
    ...slice,
    lane: lane.lane,
    thread: lane.label,
    attribution: `${event.tier}, ${event.evidence}`,
  }));
  state.counts = { ...state.counts, attributed: state.counts.attributed + 1 };
  const from = [
    event.item && sliceId('item', event.item),
    event.response && sliceId('response', event.response),
  ].find((source) => source !== undefined && state.sliceAt.has(source));
  if (from === undefined) return;
  const byId = event.tier === 'meta' || event.tier === 'structured';
  state.connectors.push({ id: `link/${event.call}`, from, to: id, evidence: byId ? 'id' : 'containment' });
  state.revision++;
}

function onAbstained(state: TimelineState, event: EventOf<'call.abstained'>): void {
  const id = sliceId('call', event.call);
  const before = sliceOf(state, id);
  if (before === undefined || before.style === 'abstained') return;
  changeSlice(state, id, (slice) => ({
    ...slice,
    lane: otherLane(state, UNATTRIBUTED),
    thread: null,
    style: 'abstained',
    note: reasonNote(event.reason, event.candidates.length),
    reason: event.reason,
  }));
  state.counts = { ...state.counts, abstained: state.counts.abstained + 1 };
}
