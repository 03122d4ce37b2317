import type { AnyId, Event, EventOf } from '../../event.ts';

// What the provider's wire shows, worked out anew from a list of events. For tests.

interface Route {
  readonly server: string;
  readonly tool: string;
}

export interface Window {
  readonly id: string;
  readonly thread: AnyId;
  readonly response: string;
  readonly order: number;
  closedAt: number | null;
  closedU: number;
  closedOrder: number;
}

export interface Item {
  readonly item: string;
  readonly callId: string | undefined;
  /** Its window's thread where it has one. */
  readonly thread: AnyId | undefined;
  readonly ownThread: AnyId | undefined;
  readonly response: string | undefined;
  readonly window: string | undefined;
  readonly windowThread: AnyId | undefined;
  readonly route: Route | null;
  readonly digest: string | undefined;
  readonly t: number;
  readonly u: number;
  carriedAt: number | null;
  carriedU: number;
}

export interface Blind {
  readonly reason: 'several-active-responses' | 'unknown-thread' | 'missing-boundary';
  readonly thread: AnyId | undefined;
  readonly route: Route | null;
  readonly ids: readonly string[];
  readonly from: number;
  readonly fromU: number;
  to: number | null;
  toU: number;
}

export interface Response {
  readonly id: string;
  readonly start: EventOf<'response.started'>;
  readonly exchange: string;
  readonly thread: AnyId | undefined;
  readonly prewarm: boolean;
  readonly t: number;
  readonly u: number;
  items: number;
  over: boolean;
  end: Event | null;
}

interface Seen {
  readonly windows: Window[];
  readonly items: Item[];
  readonly responses: Response[];
  readonly blind: Blind[];
  readonly threads: Set<AnyId>;
}

let lastEvents: readonly Event[] = [];
let lastLength = -1;
let lastSeen: Seen = { windows: [], items: [], responses: [], blind: [], threads: new Set() };

/** Many questions are asked of one list; it is looked through once. */
function look(events: readonly Event[]): Seen {
  if (events === lastEvents && events.length === lastLength) return lastSeen;
  lastEvents = events;
  lastLength = events.length;
  lastSeen = lookThrough(events);
  return lastSeen;
}

export const windowsSeen = (events: readonly Event[]): readonly Window[] => look(events).windows;
export const itemsSeen = (events: readonly Event[]): readonly Item[] => look(events).items;
export const responsesSeen = (events: readonly Event[]): readonly Response[] => look(events).responses;
export const blindSpots = (events: readonly Event[]): readonly Blind[] => look(events).blind;
export const knownThreads = (events: readonly Event[]): ReadonlySet<AnyId> => look(events).threads;

function lookThrough(events: readonly Event[]): Seen {
  const seen: Seen = { windows: [], items: [], responses: [], blind: [], threads: new Set() };
  const { responses } = seen;
  const requests: { event: EventOf<'exchange.request'>; answered: boolean }[] = [];
  let closings = 0;

  const latestRequest = (thread: string): EventOf<'exchange.request'> | undefined =>
    requests.findLast(({ event }) => event.thread === thread && !event.prewarm)?.event;
  const live = (): Response[] => responses.filter((response) => !response.over);

  for (const event of events) {
    const u = event.clockUncertainty ?? 0;
    switch (event.kind) {
      case 'thread.opened':
        seen.threads.add(event.thread);
        break;
      case 'exchange.request': {
        if (event.thread !== undefined) seen.threads.add(event.thread);
        if (event.prewarm) {
          requests.push({ event, answered: false });
          break;
        }
        const ids = new Set<string>(event.outputs);
        if (event.thread !== undefined) {
          const before = latestRequest(event.thread);
          const lost = event.outputs.some(
            (id) =>
              !seen.items.some((item) => item.item === id || item.callId === id) &&
              before?.outputs.includes(id) !== true,
          );
          if (lost) {
            const from = before?.t ?? 0;
            const fromU = before?.clockUncertainty ?? 0;
            seen.blind.push({
              reason: 'missing-boundary',
              thread: event.thread,
              route: null,
              ids: [],
              from,
              fromU,
              to: event.t,
              toU: u,
            });
          }
        }
        if (ids.size > 0 || event.previous !== undefined) {
          for (const spot of seen.blind) {
            if (spot.to !== null) continue;
            const over =
              spot.ids.length > 0
                ? spot.ids.some((id) => ids.has(id))
                : spot.thread !== undefined && spot.thread === event.thread;
            if (over) Object.assign(spot, { to: event.t, toU: u });
          }
        }
        for (const window of seen.windows) {
          if (window.closedAt !== null || (event.thread !== undefined && event.thread !== window.thread))
            continue;
          const own = seen.items.filter((item) => item.window === window.id);
          for (const item of own) {
            const carried =
              ids.has(item.item) ||
              (item.callId !== undefined && ids.has(item.callId)) ||
              event.previous === window.response;
            if (carried && item.carriedAt === null) Object.assign(item, { carriedAt: event.t, carriedU: u });
          }
          if (own.every((item) => item.carriedAt !== null)) {
            Object.assign(window, { closedAt: event.t, closedU: u, closedOrder: closings++ });
          }
        }
        requests.push({ event, answered: false });
        break;
      }
      case 'response.started': {
        if (responses.some((response) => response.id === event.response && !response.over)) break;
        const request = requests.find(
          (other) =>
            !other.answered &&
            other.event.exchange === event.exchange &&
            (event.thread === undefined ||
              other.event.thread === undefined ||
              other.event.thread === event.thread),
        );
        if (request !== undefined) request.answered = true;
        const thread = event.thread ?? request?.event.thread;
        if (thread !== undefined) seen.threads.add(thread);
        const prewarm = request?.event.prewarm ?? false;
        responses.push({
          id: event.response,
          exchange: event.exchange,
          thread,
          prewarm,
          t: event.t,
          u,
          items: 0,
          over: false,
          end: null,
          start: event,
        });
        break;
      }
      case 'response.item': {
        let owners: Response[];
        if (event.response === undefined) {
          owners = live().filter(
            (response) =>
              response.exchange === event.exchange &&
              (response.thread === undefined ||
                event.thread === undefined ||
                response.thread === event.thread),
          );
          if (owners.length === 0 && event.thread !== undefined) {
            owners = live().filter((response) => response.thread === event.thread);
          }
        } else {
          owners = live().filter((response) => response.id === event.response);
        }
        for (const owner of owners) owner.items++;
        const named = event.response ?? (owners.length === 1 ? owners[0]?.id : undefined);
        const ownThreads = new Set(owners.map((owner) => owner.thread));
        const thread = event.thread ?? (ownThreads.size === 1 ? owners[0]?.thread : undefined);
        if (thread !== undefined) seen.threads.add(thread);
        const carrier = event.carrier;
        const opens =
          (carrier.kind === 'tool' || carrier.kind === 'exec') &&
          !(owners.length === 1 && owners[0]?.prewarm === true);
        const route = carrier.kind === 'tool' ? carrier.route : null;
        const ids = event.callId === undefined ? [event.item] : [event.item, event.callId];
        const several = event.response === undefined && owners.length > 1;
        const closedAlready = seen.windows.some(
          (window) => window.response === named && window.closedAt !== null,
        );
        const reason = several
          ? 'several-active-responses'
          : thread === undefined
            ? 'unknown-thread'
            : named === undefined ||
                (closedAlready &&
                  !seen.windows.some((window) => window.response === named && window.closedAt === null))
              ? 'missing-boundary'
              : null;
        let window: Window | undefined;
        if (opens && reason !== null) {
          seen.blind.push({ reason, thread, route, ids, from: event.t, fromU: u, to: null, toU: 0 });
        } else if (opens && named !== undefined && thread !== undefined) {
          window = seen.windows.find((other) => other.response === named && other.closedAt === null);
          if (window === undefined) {
            const order = seen.windows.length;
            window = {
              id: `window:${order + 1}`,
              thread,
              response: named,
              order,
              closedAt: null,
              closedU: 0,
              closedOrder: -1,
            };
            seen.windows.push(window);
          }
        }
        seen.items.push({
          item: event.item,
          callId: event.callId,
          thread: window?.thread ?? thread,
          ownThread: thread,
          response: several ? undefined : named,
          window: window?.id,
          windowThread: window?.thread,
          route,
          digest: event.argumentsDigest,
          t: event.t,
          u,
          carriedAt: null,
          carriedU: 0,
        });
        break;
      }
      case 'response.completed':
        for (const response of live().filter((other) => other.id === event.response)) {
          Object.assign(response, { over: true, end: event });
          if (response.items >= event.items || response.prewarm) continue;
          const reason = response.thread === undefined ? 'unknown-thread' : 'missing-boundary';
          seen.blind.push({
            reason,
            thread: response.thread,
            route: null,
            ids: [],
            from: response.t,
            fromU: response.u,
            to: null,
            toU: 0,
          });
        }
        break;
      case 'response.failed': {
        const own =
          event.response === undefined
            ? live().filter((other) => other.exchange === event.exchange && mayBe(other.thread, event.thread))
            : live().filter((other) => other.id === event.response);
        if (event.response !== undefined || own.length === 1)
          for (const response of own) Object.assign(response, { over: true, end: event });
        if (event.response === undefined && own.length === 0) {
          const request = requests.find(
            (other) => !other.answered && other.event.exchange === event.exchange,
          );
          if (request !== undefined) request.answered = true;
        }
        break;
      }
      case 'exchange.closed':
        for (const response of live())
          if (response.exchange === event.exchange) Object.assign(response, { over: true, end: event });
        for (const request of requests)
          if (request.event.exchange === event.exchange) request.answered = true;
        break;
      case 'capture.dropped':
        for (const thread of seen.threads) {
          const before = latestRequest(thread);
          const from = before?.t ?? 0;
          const fromU = before?.clockUncertainty ?? 0;
          seen.blind.push({
            reason: 'missing-boundary',
            thread,
            route: null,
            ids: [],
            from,
            fromU,
            to: null,
            toU: 0,
          });
        }
        break;
      default:
        break;
    }
  }
  return seen;
}

const mayBe = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;
