import type { AnyId, WireId } from '../../event.ts';
import type { CorrelationState, ItemRef, ThreadMemory } from './state.ts';

/** So many ids before the older half is let go: far more than any call waits for. */
const GENERATION = 20_000;
/** Closed windows and blind spots may still matter to events that arrive late; after this long (ms) they do not. */
const KEEP_MS = 60_000;
/** Looking for old entries is not worth it below this many. */
const TIDY_AT = 256;

/** A thread is known once anything on the provider's wire names it. */
export const threadMemory = (state: CorrelationState, thread: AnyId): ThreadMemory =>
  (state.threads[thread] ??= { thread, assumed: false, requestAt: null, requestSlack: 0, outputs: [] });

export const isKnownThread = (state: CorrelationState, thread: AnyId): boolean => thread in state.threads;

export const refsOf = (state: CorrelationState, id: AnyId): readonly ItemRef[] => [
  ...(state.refs[id] ?? []),
  ...(state.olderRefs[id] ?? []),
];

export const isKnownId = (state: CorrelationState, id: WireId): boolean =>
  id in state.refs || id in state.olderRefs;

export function remember(state: CorrelationState, ids: readonly AnyId[], ref: ItemRef): void {
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) !== index) continue;
    (state.refs[id] ??= []).push(ref);
    state.refCount++;
  }
  if (state.refCount < GENERATION) return;
  state.olderRefs = state.refs;
  state.refs = {};
  state.refCount = 0;
}

/** A response has one window; what comes after it has closed is out of place. */
export const isPast = (state: CorrelationState, response: AnyId): boolean =>
  response in state.past || response in state.olderPast;

export function rememberPast(state: CorrelationState, response: AnyId): void {
  state.past[response] = true;
  if (++state.pastCount < GENERATION) return;
  state.olderPast = state.past;
  state.past = {};
  state.pastCount = 0;
}

/** Lets go of what no call can need any more. Depends on the events alone, so every run forgets alike. */
export function tidy(state: CorrelationState): void {
  const since = state.latest - KEEP_MS;
  if (state.closed.length > TIDY_AT && (state.closed[0]?.closedAt ?? since) < since) {
    state.closed = state.closed.filter((window) => (window.closedAt ?? since) >= since);
  }
  if (state.blind.length > TIDY_AT)
    state.blind = state.blind.filter((spot) => spot.to === null || spot.to >= since);
  if (state.brackets.length > TIDY_AT) {
    state.brackets = state.brackets.filter((bracket) => (bracket.to ?? bracket.from) >= since);
  }
  if (state.started.length > TIDY_AT && (state.started[0]?.start ?? since) < since)
    state.started = state.started.filter(({ start }) => start >= since);
}
