import * as z from 'zod';
import { AnyId, LocalId, type Event, type EventOf } from '../event.ts';

// Who answers what on the provider wire. Item events may name no response, responses no thread; the rules that fill
// the gaps are the same for the correlator and for every view, so they stand here once.

/** A response that has started and not ended. */
export const ActiveResponse = z.strictObject({
  response: AnyId,
  exchange: LocalId,
  thread: AnyId.nullable(),
  /** It answers a warm-up request that generates nothing. */
  prewarm: z.boolean(),
});
export type ActiveResponse = z.infer<typeof ActiveResponse>;

const Unanswered = z.strictObject({ thread: AnyId.nullable(), prewarm: z.boolean() });

/** Plain JSON: restoring it needs no reviver. */
export const ProviderTrack = z.strictObject({
  /** Requests without a response, oldest first, by exchange: a socket carries many. */
  unanswered: z.record(z.string(), z.array(Unanswered)),
  active: z.array(ActiveResponse),
});
export type ProviderTrack = z.infer<typeof ProviderTrack>;

export const initTrack = (): ProviderTrack => ({ unanswered: {}, active: [] });

/** To which response an item belongs. `none`: its response was never seen to start. */
export type Owner =
  | { readonly kind: 'one'; readonly response: ActiveResponse }
  | { readonly kind: 'several'; readonly responses: readonly ActiveResponse[] }
  | { readonly kind: 'none' };

/** A request opens a turn; its response is matched when it starts. */
export function trackRequest(track: ProviderTrack, event: EventOf<'exchange.request'>): void {
  (track.unanswered[event.exchange] ??= []).push({ thread: event.thread ?? null, prewarm: event.prewarm });
}

/** Matches a response to the oldest unanswered request of its exchange, of its own thread where both name one. */
export function trackStart(track: ProviderTrack, event: EventOf<'response.started'>): ActiveResponse {
  const present = track.active.find((other) => other.response === event.response);
  if (present !== undefined) return present;
  const waiting = track.unanswered[event.exchange] ?? [];
  const own = waiting.findIndex(
    (request) => event.thread === undefined || request.thread === null || request.thread === event.thread,
  );
  const request = own === -1 ? undefined : waiting.splice(own, 1)[0];
  const active: ActiveResponse = {
    response: event.response,
    exchange: event.exchange,
    thread: event.thread ?? request?.thread ?? null,
    prewarm: request?.prewarm ?? false,
  };
  track.active.push(active);
  return active;
}

/** An item without a response id belongs to the only active response of its exchange, else of its thread. */
export function ownerOf(track: ProviderTrack, event: EventOf<'response.item'>): Owner {
  if (event.response !== undefined) {
    const named = track.active.find((active) => active.response === event.response);
    return {
      kind: 'one',
      response: named ?? {
        response: event.response,
        exchange: event.exchange,
        thread: event.thread ?? null,
        prewarm: false,
      },
    };
  }
  const inExchange = track.active.filter(
    (active) => active.exchange === event.exchange && mayBe(active.thread, event.thread),
  );
  if (inExchange.length > 0) return choose(inExchange);
  return choose(
    event.thread === undefined ? [] : track.active.filter((active) => active.thread === event.thread),
  );
}

const mayBe = (known: AnyId | null, named: AnyId | undefined): boolean =>
  known === null || named === undefined || known === named;

function choose(responses: ActiveResponse[]): Owner {
  const [first, second] = responses;
  if (first === undefined) return { kind: 'none' };
  return second === undefined ? { kind: 'one', response: first } : { kind: 'several', responses };
}

/** An item's thread: its own event names it, or every response that it may belong to does. */
export function threadOfItem(event: EventOf<'response.item'>, owner: Owner): AnyId | null {
  if (event.thread !== undefined) return event.thread;
  switch (owner.kind) {
    case 'one':
      return owner.response.thread;
    case 'several': {
      const [first = null] = owner.responses.map((response) => response.thread);
      return owner.responses.every((response) => response.thread === first) ? first : null;
    }
    case 'none':
      return null;
  }
}

/** The responses that an event ends, removed from the active ones. A closed exchange ends all of its own. */
export function trackEnd(track: ProviderTrack, event: Event): ActiveResponse[] {
  switch (event.kind) {
    case 'response.completed':
      return take(track, (active) => active.response === event.response);
    case 'response.failed': {
      if (event.response !== undefined) return take(track, (active) => active.response === event.response);
      const own = track.active.filter(
        (active) => active.exchange === event.exchange && mayBe(active.thread, event.thread),
      );
      if (own.length === 1) return take(track, (active) => active === own[0]);
      // A request that failed before any response: nothing will answer it.
      if (own.length === 0) track.unanswered[event.exchange]?.shift();
      return [];
    }
    case 'exchange.closed':
      delete track.unanswered[event.exchange];
      return take(track, (active) => active.exchange === event.exchange);
    default:
      return [];
  }
}

function take(track: ProviderTrack, matches: (active: ActiveResponse) => boolean): ActiveResponse[] {
  if (!track.active.some(matches)) return [];
  const taken = track.active.filter(matches);
  track.active = track.active.filter((active) => !matches(active));
  return taken;
}
