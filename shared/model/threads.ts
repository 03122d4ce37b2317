import * as z from 'zod';
import { AnyId, Count, LocalId, WireId, type Event, type EventOf } from '../event.ts';
import {
  ProviderTrack,
  initTrack,
  ownerOf,
  threadOfItem,
  trackEnd,
  trackRequest,
  trackStart,
  type ActiveResponse,
} from './provider-track.ts';
import { ThreadRow, ResponseRow, ItemRow, WindowRow, ExchangeRow } from './thread-rows.ts';

export * from './thread-rows.ts';

export const ThreadsState = z.strictObject({
  version: Count,
  track: ProviderTrack,
  threads: z.map(AnyId, ThreadRow),
  responses: z.map(AnyId, ResponseRow),
  items: z.map(AnyId, ItemRow),
  windows: z.map(LocalId, WindowRow),
  exchanges: z.map(LocalId, ExchangeRow),
  /** Append-only, in order of appearance. */
  responsesOf: z.map(AnyId, z.array(AnyId)),
  itemsOf: z.map(AnyId, z.array(AnyId)),
  windowsOf: z.map(AnyId, z.array(LocalId)),
  callsOf: z.map(AnyId, z.array(LocalId)),
  /** Items whose output was not carried yet. */
  byCallId: z.map(WireId, z.array(AnyId)),
});
export type ThreadsState = z.infer<typeof ThreadsState>;

export const initThreads = (): ThreadsState => ({
  version: 0,
  track: initTrack(),
  threads: new Map(),
  responses: new Map(),
  items: new Map(),
  windows: new Map(),
  exchanges: new Map(),
  responsesOf: new Map(),
  itemsOf: new Map(),
  windowsOf: new Map(),
  callsOf: new Map(),
  byCallId: new Map(),
});

/** Rows are replaced when they change, never edited; mutates and returns the state. */
export function applyThreads(state: ThreadsState, event: Event): ThreadsState {
  switch (event.kind) {
    case 'thread.opened':
      if (event.parent !== undefined) seeThread(state, event.parent, event);
      state.threads.set(event.thread, {
        ...threadRow(state, event.thread, event),
        parent: event.parent ?? null,
        parentEvidence: event.parentEvidence ?? null,
        role: event.role,
        evidence: event.evidence,
      });
      break;
    case 'exchange.opened':
      putExchange(state, event, { wire: event.wire, transport: event.transport });
      break;
    case 'exchange.request':
      onRequest(state, event);
      break;
    case 'response.started':
      onStarted(state, event);
      break;
    case 'response.item':
      onItem(state, event);
      break;
    case 'response.completed':
      end(state, trackEnd(state.track, event), {
        state: 'completed',
        endedAt: event.t,
        expectedItems: event.items,
      });
      break;
    case 'response.failed':
      end(state, trackEnd(state.track, event), {
        state: 'failed',
        endedAt: event.t,
        code: event.code,
        status: event.status ?? null,
      });
      break;
    case 'exchange.closed':
      end(state, trackEnd(state.track, event), { state: 'cut', endedAt: event.t });
      putExchange(state, event, { closedAt: event.t, status: event.status ?? null });
      break;
    case 'window.opened':
      seeThread(state, event.thread, event);
      state.windows.set(event.window, {
        window: event.window,
        thread: event.thread,
        response: event.response,
        reach: event.reach,
        openedAt: event.openedAt,
        closedAt: null,
        exchange: null,
        expiredFor: [],
        seq: event.seq,
      });
      append(state.windowsOf, event.thread, event.window);
      break;
    case 'window.widened':
      if (!change(state.windows, event.window, (row) => ({ ...row, reach: event.reach }))) return state;
      break;
    case 'window.closed':
      if (
        !change(state.windows, event.window, (row) => ({
          ...row,
          closedAt: event.closedAt,
          exchange: event.exchange ?? null,
        }))
      ) {
        return state;
      }
      break;
    case 'window.expired':
      for (const window of event.windows) {
        change(state.windows, window, (row) => ({ ...row, expiredFor: [...row.expiredFor, event.call] }));
      }
      break;
    case 'approval.requested':
    case 'approval.decided':
      if (event.thread === undefined || state.threads.has(event.thread)) return state;
      seeThread(state, event.thread, event);
      break;
    case 'call.attributed':
      seeThread(state, event.thread, event);
      append(state.callsOf, event.thread, event.call);
      break;
    default:
      return state;
  }
  state.version++;
  return state;
}

function onRequest(state: ThreadsState, event: EventOf<'exchange.request'>): void {
  trackRequest(state.track, event);
  if (event.thread !== undefined) seeThread(state, event.thread, event);
  putExchange(state, event, { toolCount: event.toolCount }, 1);
  if (event.prewarm) return;
  for (const output of event.outputs) {
    const waiting = state.byCallId.get(output);
    if (waiting === undefined) continue;
    const left = waiting.filter((id) => !carry(state, id, event));
    // A client that sends its whole history repeats the ids: what was carried is not looked up again.
    if (left.length === 0) state.byCallId.delete(output);
    else state.byCallId.set(output, left);
  }
}

function carry(state: ThreadsState, id: AnyId, event: EventOf<'exchange.request'>): boolean {
  const item = state.items.get(id);
  if (item === undefined) return true;
  if (event.thread !== undefined && item.thread !== null && item.thread !== event.thread) return false;
  state.items.set(id, { ...item, carriedAt: event.t, carriedBy: event.exchange });
  return true;
}

function onStarted(state: ThreadsState, event: EventOf<'response.started'>): void {
  const { response, exchange, thread, prewarm } = trackStart(state.track, event);
  if (thread !== null) seeThread(state, thread, event);
  if (state.responses.has(response)) return;
  if (thread !== null) append(state.responsesOf, thread, response);
  state.responses.set(response, {
    response,
    exchange,
    thread,
    number: thread === null ? 0 : list(state.responsesOf, thread).length,
    state: 'active',
    prewarm,
    startedAt: event.t,
    endedAt: null,
    code: null,
    status: null,
    expectedItems: null,
    seq: event.seq,
  });
}

function onItem(state: ThreadsState, event: EventOf<'response.item'>): void {
  if (state.items.has(event.item)) return;
  const owner = ownerOf(state.track, event);
  const response = owner.kind === 'one' ? owner.response.response : null;
  const thread = threadOfItem(event, owner);
  if (thread !== null) seeThread(state, thread, event);
  state.items.set(event.item, {
    item: event.item,
    response,
    thread,
    exchange: event.exchange,
    callId: event.callId ?? null,
    type: event.itemType,
    carrier: event.carrier,
    argumentsDigest: event.argumentsDigest ?? null,
    at: event.t,
    carriedAt: null,
    carriedBy: null,
    seq: event.seq,
  });
  if (response !== null) append(state.itemsOf, response, event.item);
  if (event.callId !== undefined) append(state.byCallId, event.callId, event.item);
}

function end(state: ThreadsState, ended: readonly ActiveResponse[], how: Partial<ResponseRow>): void {
  for (const { response } of ended) change(state.responses, response, (row) => ({ ...row, ...how }));
}

function seeThread(state: ThreadsState, thread: AnyId, event: Event): void {
  if (!state.threads.has(thread)) state.threads.set(thread, threadRow(state, thread, event));
}

const threadRow = (state: ThreadsState, thread: AnyId, event: Event): ThreadRow =>
  state.threads.get(thread) ?? {
    thread,
    order: state.threads.size,
    parent: null,
    parentEvidence: null,
    role: 'unknown',
    evidence: event.evidence,
    openedAt: event.t,
    seq: event.seq,
  };

function putExchange(
  state: ThreadsState,
  event: EventOf<'exchange.opened' | 'exchange.request' | 'exchange.closed'>,
  facts: Partial<ExchangeRow>,
  requests = 0,
): void {
  const row = state.exchanges.get(event.exchange) ?? {
    exchange: event.exchange,
    wire: null,
    transport: null,
    openedAt: event.t,
    closedAt: null,
    status: null,
    requests: 0,
    toolCount: 0,
    seq: event.seq,
  };
  state.exchanges.set(event.exchange, { ...row, ...facts, requests: row.requests + requests });
}

function change<K, V>(map: Map<K, V>, key: K, with_: (value: V) => V): boolean {
  const value = map.get(key);
  if (value === undefined) return false;
  map.set(key, with_(value));
  return true;
}

function list<K, V>(map: Map<K, V[]>, key: K): V[] {
  let values = map.get(key);
  if (values === undefined) {
    values = [];
    map.set(key, values);
  }
  return values;
}

const append = <K, V>(map: Map<K, V[]>, key: K, value: V): void => void list(map, key).push(value);

/** A thread with its children; joined only where identity evidence joins them. */
export interface ThreadNode {
  readonly thread: ThreadRow;
  readonly children: readonly ThreadNode[];
}

/** Roots in order of appearance. A parent that was never seen, or a ring of parents, joins nothing. */
export function threadTree(state: ThreadsState): ThreadNode[] {
  const children = new Map<AnyId, ThreadRow[]>();
  const roots: ThreadRow[] = [];
  for (const row of state.threads.values()) {
    const parent = rootedParent(state, row);
    if (parent === null) roots.push(row);
    else append(children, parent, row);
  }
  const node = (thread: ThreadRow): ThreadNode => ({
    thread,
    children: (children.get(thread.thread) ?? []).map(node),
  });
  return roots.map(node);
}

function rootedParent(state: ThreadsState, row: ThreadRow): AnyId | null {
  if (row.parent === null || !state.threads.has(row.parent)) return null;
  const passed = new Set<AnyId>();
  for (
    let at: AnyId | null = row.parent;
    at !== null && !passed.has(at);
    at = state.threads.get(at)?.parent ?? null
  ) {
    if (at === row.thread) return null;
    passed.add(at);
  }
  return row.parent;
}
