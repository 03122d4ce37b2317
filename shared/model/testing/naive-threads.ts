import type { AnyId, Event, EventOf, Kind } from '../../event.ts';
import { itemsSeen, responsesSeen, type Item, type Response } from './naive-windows.ts';

// Threads, responses, items, windows and the timeline worked out anew from a whole list of events. For tests.

const ofKind = <K extends Kind>(events: readonly Event[], ...kinds: K[]): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => (kinds as Kind[]).includes(event.kind));

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** First come, first kept: an id that comes again is ignored. */
const firstOf = <T>(values: readonly T[], key: (value: T) => string): T[] =>
  values.filter((value, index) => values.findIndex((other) => key(other) === key(value)) === index);

const responses = (events: readonly Event[]): Response[] =>
  firstOf(responsesSeen(events), (response) => response.id);
const items = (events: readonly Event[]): Item[] => firstOf(itemsSeen(events), (item) => item.item);

/** Threads in the order in which anything names them, with the event that named them first. */
export function mentions(events: readonly Event[]): Map<AnyId, Event> {
  const named = new Map<AnyId, Event>();
  const mention = (thread: AnyId | undefined, event: Event): void => {
    if (thread !== undefined && !named.has(thread)) named.set(thread, event);
  };
  for (const [index, event] of events.entries()) {
    switch (event.kind) {
      case 'thread.opened':
        mention(event.parent, event);
        mention(event.thread, event);
        break;
      case 'exchange.request':
      case 'window.opened':
      case 'approval.requested':
      case 'approval.decided':
      case 'call.attributed':
        mention(event.thread, event);
        break;
      case 'response.started': {
        // A second start of a running response changes nothing.
        const before = responsesSeen(events.slice(0, index)).length;
        mention(responsesSeen(events.slice(0, index + 1))[before]?.thread, event);
        break;
      }
      case 'response.item':
        mention(
          items(events).find((item) => item.item === event.item && item.t === event.t)?.ownThread,
          event,
        );
        break;
      default:
        break;
    }
  }
  return named;
}

export function naiveThreads(events: readonly Event[]) {
  return [...mentions(events)].map(([thread, first], order) => {
    const opened = ofKind(events, 'thread.opened').findLast((event) => event.thread === thread);
    return {
      thread,
      order,
      parent: opened?.parent ?? null,
      parentEvidence: opened?.parentEvidence ?? null,
      role: opened?.role ?? 'unknown',
      evidence: opened?.evidence ?? first.evidence,
      openedAt: first.t,
      seq: first.seq,
    };
  });
}

export function naiveResponses(events: readonly Event[]) {
  const all = responses(events);
  return all.map((response, index) => {
    const { end } = response;
    const siblings = all.slice(0, index + 1).filter((other) => other.thread === response.thread);
    return {
      response: response.id,
      exchange: response.exchange,
      thread: response.thread ?? null,
      number: response.thread === undefined ? 0 : siblings.length,
      state: endState(end),
      prewarm: response.prewarm,
      startedAt: response.t,
      endedAt: end?.t ?? null,
      code: end?.kind === 'response.failed' ? end.code : null,
      status: end?.kind === 'response.failed' ? (end.status ?? null) : null,
      expectedItems: end?.kind === 'response.completed' ? end.items : null,
      seq: response.start.seq,
    };
  });
}

function endState(end: Event | null): string {
  if (end === null) return 'active';
  if (end.kind === 'response.completed') return 'completed';
  return end.kind === 'response.failed' ? 'failed' : 'cut';
}

export function naiveItems(events: readonly Event[]) {
  return items(events).flatMap((item) => {
    const event = ofKind(events, 'response.item').find((other) => other.item === item.item);
    if (event === undefined) return [];
    const carrier = ofKind(events.slice(events.indexOf(event)), 'exchange.request').find(
      (request) =>
        !request.prewarm &&
        item.callId !== undefined &&
        new Set<string>(request.outputs).has(item.callId) &&
        (request.thread === undefined || item.ownThread === undefined || request.thread === item.ownThread),
    );
    return [
      {
        item: item.item,
        response: item.response ?? null,
        thread: item.ownThread ?? null,
        exchange: event.exchange,
        callId: item.callId ?? null,
        type: event.itemType,
        carrier: event.carrier,
        argumentsDigest: item.digest ?? null,
        at: item.t,
        carriedAt: carrier?.t ?? null,
        carriedBy: carrier?.exchange ?? null,
        seq: event.seq,
      },
    ];
  });
}

export function naiveWindows(events: readonly Event[]) {
  return ofKind(events, 'window.opened').map((opened) => {
    const closed = ofKind(events, 'window.closed').find((event) => event.window === opened.window);
    const widened = ofKind(events, 'window.widened').findLast((event) => event.window === opened.window);
    return {
      window: opened.window,
      thread: opened.thread,
      response: opened.response,
      reach: widened?.reach ?? opened.reach,
      openedAt: opened.openedAt,
      closedAt: closed?.closedAt ?? null,
      exchange: closed?.exchange ?? null,
      expiredFor: ofKind(events, 'window.expired')
        .filter((event) => event.windows.includes(opened.window))
        .map((event) => event.call),
      seq: opened.seq,
    };
  });
}

export function naiveExchanges(events: readonly Event[]) {
  const all = ofKind(events, 'exchange.opened', 'exchange.request', 'exchange.closed');
  return unique(all.map((event) => event.exchange)).map((exchange) => {
    const own = all.filter((event) => event.exchange === exchange);
    const opened = ofKind(own, 'exchange.opened').at(-1);
    const closed = ofKind(own, 'exchange.closed').at(-1);
    const requests = ofKind(own, 'exchange.request');
    return {
      exchange,
      wire: opened?.wire ?? null,
      transport: opened?.transport ?? null,
      openedAt: own[0]?.t,
      closedAt: closed?.t ?? null,
      status: closed?.status ?? null,
      requests: requests.length,
      toolCount: requests.at(-1)?.toolCount ?? 0,
      seq: own[0]?.seq,
    };
  });
}

/** Every thread under its parent, where the parent was seen and no ring of parents leads back; otherwise at the top. */
export function naiveTree(events: readonly Event[]): Map<AnyId, AnyId | null> {
  const parents = new Map(naiveThreads(events).map((row) => [row.thread, row.parent]));
  const rooted = new Map<AnyId, AnyId | null>();
  for (const [thread, parent] of parents) {
    let at: AnyId | null | undefined = parent;
    for (let steps = 0; steps < parents.size && at !== thread && at !== null && at !== undefined; steps++)
      at = parents.get(at);
    rooted.set(thread, parent !== null && parents.has(parent) && at !== thread ? parent : null);
  }
  return rooted;
}
