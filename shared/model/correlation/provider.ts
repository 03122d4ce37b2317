import { LocalId, type AnyId, type Carrier, type Draft, type EventOf, type RawRoute } from '../../event.ts';
import { ownerOf, threadOfItem, trackEnd, trackRequest, trackStart } from '../provider-track.ts';
import { isKnownId, isPast, remember, rememberPast, threadMemory } from './memory.ts';
import type { Blind, CorrelationState, Opener, OpenWindow } from './state.ts';

/** A draft and the moment (ms) that it is about. */
export interface Emission {
  readonly draft: Draft;
  readonly t: number;
}

const derived = { source: 'correlator', evidence: 'derived' } as const;

export function onThread(state: CorrelationState, event: EventOf<'thread.opened'>): void {
  threadMemory(state, event.thread).assumed = event.evidence === 'assumed';
}

// ---- Responses and items: what opens a window ---------------------------------------------------------------------

export function onStarted(state: CorrelationState, event: EventOf<'response.started'>): void {
  const { response, thread } = trackStart(state.track, event);
  if (thread !== null) threadMemory(state, thread);
  state.responses[response] ??= { items: 0, startedAt: event.t, slack: event.clockUncertainty ?? 0 };
}

export function onItem(state: CorrelationState, event: EventOf<'response.item'>): Emission[] {
  const owner = ownerOf(state.track, event);
  const response = owner.kind === 'one' ? owner.response : null;
  const candidates = owner.kind === 'several' ? owner.responses : [];
  const thread = threadOfItem(event, owner);
  if (thread !== null) threadMemory(state, thread);
  for (const { response: seen } of response === null ? candidates : [response]) {
    const counted = state.responses[seen];
    if (counted !== undefined) counted.items++;
  }

  const ids: AnyId[] = event.callId === undefined ? [event.item] : [event.item, event.callId];
  const opens = opensWindow(event.carrier) && response?.prewarm !== true;
  const hidden = opens ? whyHidden(owner.kind, thread) : null;
  if (hidden !== null) {
    const { t, clockUncertainty: slack = 0 } = event;
    state.blind.push({ ...openBlind(hidden, thread, t, slack), route: routeOf(event.carrier), ids });
  }
  if (!opens || hidden !== null || response === null || thread === null) {
    remember(state, ids, { item: event.item, thread, response: response?.response ?? null, window: null });
    return [];
  }
  return openOrWiden(state, event, response.response, thread, ids);
}

/** Only an MCP tool's own name and `exec` lead to a server; spawn, wait, agent and built-in tools do not. */
function opensWindow(carrier: Carrier): boolean {
  switch (carrier.kind) {
    case 'tool':
    case 'exec':
      return true;
    case 'envelope':
    case 'none':
      return false;
  }
}

const routeOf = (carrier: Carrier): RawRoute | null => (carrier.kind === 'tool' ? carrier.route : null);

function whyHidden(owner: 'one' | 'several' | 'none', thread: AnyId | null): Blind['reason'] | null {
  if (owner === 'several') return 'several-active-responses';
  if (thread === null) return 'unknown-thread';
  return owner === 'none' ? 'missing-boundary' : null;
}

const openBlind = (
  reason: Blind['reason'],
  thread: AnyId | null,
  from: number,
  fromSlack: number,
): Blind => ({
  reason,
  thread,
  route: null,
  ids: [],
  from,
  fromSlack,
  to: null,
  toSlack: 0,
});

function openOrWiden(
  state: CorrelationState,
  event: EventOf<'response.item'>,
  response: AnyId,
  thread: AnyId,
  ids: readonly AnyId[],
): Emission[] {
  const opener: Opener = {
    item: event.item,
    callId: event.callId ?? null,
    route: routeOf(event.carrier),
    digest: event.argumentsDigest ?? null,
    at: event.t,
    slack: event.clockUncertainty ?? 0,
    carriedAt: null,
    carrySlack: 0,
  };
  const present = state.open.find((window) => window.response === response);
  if (present !== undefined) {
    const before = reachOf(present);
    present.openers.push(opener);
    remember(state, ids, { item: event.item, thread: present.thread, response, window: present.window });
    const after = reachOf(present);
    if (sameReach(before, after)) return [];
    return [
      { draft: { ...derived, kind: 'window.widened', window: present.window, reach: after }, t: event.t },
    ];
  }
  if (isPast(state, response)) {
    // An item after the request that should carry its output: what it led to cannot be told from here.
    state.blind.push({
      ...openBlind('missing-boundary', thread, opener.at, opener.slack),
      route: opener.route,
      ids: [...ids],
    });
    remember(state, ids, { item: event.item, thread, response, window: null });
    return [];
  }
  const window: OpenWindow = {
    window: LocalId.parse(`window:${state.nextWindow++}`),
    thread,
    response,
    openers: [opener],
    closedAt: null,
    closeSlack: 0,
  };
  state.open.push(window);
  remember(state, ids, { item: event.item, thread, response, window: window.window });
  return [
    {
      draft: {
        ...derived,
        kind: 'window.opened',
        window: window.window,
        thread,
        response,
        reach: reachOf(window),
        openedAt: event.t,
      },
      t: event.t,
    },
  ];
}

type Reach = EventOf<'window.opened'>['reach'];

function reachOf(window: OpenWindow): Reach {
  const routes: RawRoute[] = [];
  for (const { route } of window.openers) {
    if (route === null) return { kind: 'any' };
    if (!routes.some((known) => sameRoute(known, route))) routes.push(route);
  }
  return { kind: 'routes', routes };
}

const sameReach = (a: Reach, b: Reach): boolean =>
  a.kind === 'any' || (b.kind === 'routes' && a.routes.length === b.routes.length);

export const sameRoute = (a: RawRoute, b: RawRoute): boolean => a.server === b.server && a.tool === b.tool;

/** A completed response tells how many items it had; one that was not seen may have opened a window. */
export function onResponseEnd(
  state: CorrelationState,
  event: EventOf<'response.completed' | 'response.failed' | 'exchange.closed'>,
): void {
  for (const { response, thread, prewarm } of trackEnd(state.track, event)) {
    const counted = state.responses[response];
    delete state.responses[response];
    if (event.kind !== 'response.completed' || counted === undefined || prewarm) continue;
    if (counted.items >= event.items) continue;
    const reason = thread === null ? 'unknown-thread' : 'missing-boundary';
    state.blind.push(openBlind(reason, thread, counted.startedAt, counted.slack));
  }
}

/** Dropped observations may have been boundaries: every thread is known only in part until its next request. */
export function onDropped(state: CorrelationState): void {
  for (const { thread, requestAt, requestSlack } of Object.values(state.threads)) {
    state.blind.push(openBlind('missing-boundary', thread, requestAt ?? 0, requestSlack));
  }
}

// ---- Requests: what closes a window -------------------------------------------------------------------------------

/** A window closes at the next request of its thread that carries its items' outputs, or continues its response. */
export function onRequest(state: CorrelationState, event: EventOf<'exchange.request'>): Emission[] {
  trackRequest(state.track, event);
  if (event.thread !== undefined) threadMemory(state, event.thread);
  if (event.prewarm) return [];
  const slack = event.clockUncertainty ?? 0;
  const outputs = new Set<AnyId>(event.outputs);
  noticeLostItems(state, event);
  endBlindSpots(state, event, outputs);

  const emissions: Emission[] = [];
  for (const window of state.open) {
    if (event.thread !== undefined && event.thread !== window.thread) continue;
    const continued = event.previous === window.response;
    for (const opener of window.openers) {
      const carried = outputs.has(opener.item) || (opener.callId !== null && outputs.has(opener.callId));
      if (opener.carriedAt !== null || !(carried || continued)) continue;
      opener.carriedAt = event.t;
      opener.carrySlack = slack;
    }
    if (window.openers.some((opener) => opener.carriedAt === null)) continue;
    window.closedAt = event.t;
    window.closeSlack = slack;
    insertClosed(state.closed, window);
    rememberPast(state, window.response);
    const { window: id, thread } = window;
    emissions.push({
      draft: {
        ...derived,
        kind: 'window.closed',
        window: id,
        thread,
        exchange: event.exchange,
        closedAt: event.t,
      },
      t: event.t,
    });
  }
  if (emissions.length > 0) state.open = state.open.filter((window) => window.closedAt === null);
  if (event.thread !== undefined) {
    const memory = threadMemory(state, event.thread);
    memory.requestAt = event.t;
    memory.requestSlack = slack;
    memory.outputs = event.outputs;
  }
  return emissions;
}

/** An output of an item that was never seen: between the thread's two requests a window may have stood unseen. */
function noticeLostItems(state: CorrelationState, event: EventOf<'exchange.request'>): void {
  if (event.thread === undefined) return;
  const memory = threadMemory(state, event.thread);
  const lost = event.outputs.filter(
    (output) => !isKnownId(state, output) && !memory.outputs.includes(output),
  );
  if (lost.length === 0) return;
  state.blind.push({
    ...openBlind('missing-boundary', event.thread, memory.requestAt ?? 0, memory.requestSlack),
    to: event.t,
    toSlack: event.clockUncertainty ?? 0,
  });
}

function endBlindSpots(
  state: CorrelationState,
  event: EventOf<'exchange.request'>,
  outputs: ReadonlySet<AnyId>,
): void {
  if (outputs.size === 0 && event.previous === undefined) return;
  for (const spot of state.blind) {
    if (spot.to !== null) continue;
    const ends =
      spot.ids.length > 0
        ? spot.ids.some((id) => outputs.has(id))
        : spot.thread !== null && spot.thread === event.thread;
    if (!ends) continue;
    spot.to = event.t;
    spot.toSlack = event.clockUncertainty ?? 0;
  }
}

/** Mostly at the end; requests measured by another process may come late. */
function insertClosed(closed: OpenWindow[], window: OpenWindow): void {
  let at = closed.length;
  while (at > 0 && (closed[at - 1]?.closedAt ?? 0) > (window.closedAt ?? 0)) at--;
  closed.splice(at, 0, window);
}
