import type { AnyId, EventOf, LocalId, RawRoute } from '../../event.ts';
import {
  fit,
  silent,
  windowTier,
  type BlindSpot,
  type Candidate,
  type Finding,
  type Interval,
  type Place,
  type WindowFinding,
} from './ladder.ts';
import { isKnownThread, refsOf } from './memory.ts';
import { sameRoute } from './provider.ts';
import type {
  Blind,
  Bracket,
  CallState,
  CorrelationState,
  ItemRef,
  Opener,
  OpenWindow,
  Started,
} from './state.ts';

// What the memory says about one call, tier by tier.

type CallFinding = Finding<LocalId, AnyId>;
type CallPlace = Place<LocalId, AnyId>;

const at = (thread: AnyId): CallPlace => ({ thread, window: null, response: null, item: null });
const found = (place: CallPlace): { kind: 'found'; place: CallPlace } => ({ kind: 'found', place });
const contradiction = (reason: 'unknown-thread' | 'conflicting-evidence'): CallFinding => ({
  kind: 'contradiction',
  reason,
});

// ---- meta ---------------------------------------------------------------------------------------------------------

/** Ids that the client put on the MCP wire. Each must equal one on the provider's wire, and all must agree. */
export function byMeta(state: CorrelationState, call: CallState): CallFinding {
  const { meta } = call;
  if (meta === null || state.withheld.includes('meta')) return silent;
  const thread = meta.threadId ?? null;
  const items = [meta.toolUseId, meta.itemId].filter((id) => id !== undefined);
  // In code mode the call id is a nested one of the client's own: it may be absent on the provider's wire.
  const named = [...items, ...(meta.callId === undefined ? [] : [meta.callId])]
    .map((id) => refsOf(state, id))
    .filter((refs) => refs.length > 0);

  if (named.length === 0) {
    if (thread !== null)
      return isKnownThread(state, thread) ? found(at(thread)) : contradiction('unknown-thread');
    return items.length > 0 ? contradiction('unknown-thread') : silent;
  }
  if (thread !== null && !isKnownThread(state, thread)) return contradiction('conflicting-evidence');
  const [first = [], ...others] = named;
  const common = first.filter(
    (ref) =>
      (thread === null || ref.thread === null || ref.thread === thread) &&
      others.every((refs) => refs.some((other) => other.item === ref.item && other.thread === ref.thread)),
  );
  return fromRefs(common, thread);
}

function fromRefs(refs: readonly ItemRef[], named: AnyId | null): CallFinding {
  const [ref] = refs;
  if (ref === undefined) return contradiction('conflicting-evidence');
  const thread = named ?? ref.thread;
  if (thread === null) return contradiction('unknown-thread');
  if (refs.length === 1) return found({ thread, window: ref.window, response: ref.response, item: ref.item });
  // The client reuses its ids: the thread is certain if all agree on it, the item is not.
  return refs.every((other) => (other.thread ?? thread) === thread)
    ? found(at(thread))
    : contradiction('conflicting-evidence');
}

// ---- window -------------------------------------------------------------------------------------------------------

/** What stands around a call: windows that can reach it, and stretches in which one may have stood unseen. */
export interface Surroundings {
  readonly windows: readonly { readonly window: OpenWindow; readonly candidate: Candidate<LocalId, AnyId> }[];
  readonly blindSpots: readonly BlindSpot[];
}

/** Windows count whose items can reach the route and were complete before the call began, that are open or end after it. */
export function surroundingsOf(state: CorrelationState, call: CallState): Surroundings {
  const windows: { window: OpenWindow; candidate: Candidate<LocalId, AnyId> }[] = [];
  const reach = (call.end ?? call.start) - 2 * state.slack;
  for (let index = state.closed.length - 1; index >= 0; index--) {
    const window = state.closed[index];
    if (window === undefined || (window.closedAt ?? reach) < reach) break;
    const candidate = asCandidate(window, call);
    if (candidate !== null) windows.push({ window, candidate });
  }
  windows.reverse();
  for (const window of state.open) {
    const candidate = asCandidate(window, call);
    if (candidate !== null) windows.push({ window, candidate });
  }
  return { windows, blindSpots: state.blind.filter((spot) => reaches(spot.route, call)).map(asSpot) };
}

function asCandidate(window: OpenWindow, call: CallState): Candidate<LocalId, AnyId> | null {
  let first: Opener | null = null;
  let able = 0;
  for (const opener of window.openers) {
    if (!reaches(opener.route, call) || !beganBefore(opener, call)) continue;
    able++;
    if (first === null || opener.at < first.at) first = opener;
  }
  if (first === null) return null;
  return {
    window: window.window,
    thread: window.thread,
    response: window.response,
    item: able === 1 ? first.item : null,
    start: first.at,
    startSlack: first.slack,
    end: window.closedAt,
    endSlack: window.closeSlack,
  };
}

const reaches = (route: RawRoute | null, call: CallState): boolean =>
  route === null || sameRoute(route, call);

const beganBefore = (opener: Opener, call: CallState): boolean =>
  opener.at - opener.slack <= call.start + call.startSlack;

const asSpot = (spot: Blind): BlindSpot => ({
  reason: spot.reason,
  start: spot.from,
  startSlack: spot.fromSlack,
  end: spot.to,
  endSlack: spot.toSlack,
});

const isOpenAround =
  (call: CallState) =>
  ({ candidate }: Surroundings['windows'][number]): boolean =>
    fit(call, candidate) === 'open';

/** One of them, if any. */
export const openWindow = (call: CallState, { windows }: Surroundings): OpenWindow | undefined =>
  windows.find(isOpenAround(call))?.window;

/** Windows that were open when the call ended and still are. */
export const openWindows = (call: CallState, { windows }: Surroundings): LocalId[] =>
  windows.filter(isOpenAround(call)).map(({ window }) => window.window);

export const openBlindSpot = (call: CallState, { blindSpots }: Surroundings): boolean =>
  blindSpots.some((spot) => fit(call, spot) === 'open');

export const byWindow = (
  call: CallState,
  { windows, blindSpots }: Surroundings,
): WindowFinding<LocalId, AnyId> =>
  windowTier(
    call,
    windows.map(({ candidate }) => candidate),
    blindSpots,
  );

// ---- structured ---------------------------------------------------------------------------------------------------

export interface Structured {
  readonly opener: Opener;
  readonly window: OpenWindow;
}

/**
 * The only visible, structured tool call that can have caused this one: same route, complete before it began, its
 * output not carried before it ended, arguments not known to differ. Null where something opaque could have caused it
 * too, or several could have.
 */
export function structuredMatch(call: CallState, { windows, blindSpots }: Surroundings): Structured | null {
  if (blindSpots.some((spot) => fit(call, spot) !== 'outside')) return null;
  const matches: Structured[] = [];
  for (const { window } of windows) {
    for (const opener of window.openers) {
      if (!reaches(opener.route, call) || fit(call, spanOf(opener)) === 'outside') continue;
      if (opener.route === null) return null;
      matches.push({ opener, window });
    }
  }
  const possible = matches.filter(
    ({ opener }) => opener.digest === null || call.digest === null || opener.digest === call.digest,
  );
  const equal = possible.filter(({ opener }) => opener.digest !== null && call.digest !== null);
  const [match, second] = equal.length > 0 ? equal : possible;
  return match === undefined || second !== undefined ? null : match;
}

const spanOf = (opener: Opener): Interval => ({
  start: opener.at,
  startSlack: opener.slack,
  end: opener.carriedAt,
  endSlack: opener.carrySlack,
});

/** Decided once the output of the matching item was carried by the thread's next request. */
export function byStructure(
  call: CallState,
  match: Structured | null,
): { kind: 'found'; place: CallPlace } | typeof silent {
  if (match === null || call.end === null || fit(call, spanOf(match.opener)) !== 'certain') return silent;
  const { thread, response, window } = match.window;
  return found({ thread, response, window, item: match.opener.item });
}

/** The item again, after time has passed. */
export function openerOf(state: CorrelationState, item: AnyId, window: LocalId): Structured | null {
  const isHolder = (other: OpenWindow): boolean => other.window === window;
  const holder = state.open.find(isHolder) ?? state.closed.findLast(isHolder);
  const opener = holder?.openers.find((candidate) => candidate.item === item);
  return holder === undefined || opener === undefined ? null : { opener, window: holder };
}

// ---- lifecycle ----------------------------------------------------------------------------------------------------

/** Opens and closes the brackets that the client's own log draws around calls. */
export function onReported(state: CorrelationState, event: EventOf<'client.reported'>): void {
  if (state.withheld.includes('lifecycle')) return;
  const { server, tool, what, t, clockUncertainty: slack = 0 } = event;
  if (server === undefined || tool === undefined) return;
  if (what === 'callStarted') {
    const { thread = null, item = null } = event;
    state.brackets.push({ server, tool, thread, item, from: t, fromSlack: slack, to: null, toSlack: 0 });
  }
  if (what === 'callFinished') {
    const open = state.brackets.find(
      (bracket) =>
        bracket.to === null &&
        sameRoute(bracket, { server, tool }) &&
        bracket.thread === (event.thread ?? null) &&
        bracket.item === (event.item ?? null),
    );
    if (open === undefined) return;
    open.to = t;
    open.toSlack = slack;
  }
}

const bracketsAround = (state: CorrelationState, call: CallState): { bracket: Bracket; open: boolean }[] =>
  state.brackets
    .filter((bracket) => sameRoute(bracket, call))
    .map((bracket) => ({
      bracket,
      fit: fit(call, {
        start: bracket.from,
        startSlack: bracket.fromSlack,
        end: bracket.to,
        endSlack: bracket.toSlack,
      }),
    }))
    .filter(({ fit: lies }) => lies !== 'outside')
    .map(({ bracket, fit: lies }) => ({ bracket, open: lies === 'open' }));

export const hasOpenBracket = (state: CorrelationState, call: CallState): boolean =>
  bracketsAround(state, call).some(({ open }) => open);

const mayStartIn = (started: Started, bracket: Bracket): boolean =>
  started.start + started.startSlack + bracket.fromSlack >= bracket.from &&
  (bracket.to === null || started.start - started.startSlack - bracket.toSlack <= bracket.to);

/**
 * Is there a bracket for each call that may have begun in one of these? A log that tells of one thread only leaves out what
 * the others call, and a call that it leaves out may lie wholly inside a bracket of another.
 */
function allAreBracketed(state: CorrelationState, call: CallState, around: readonly Bracket[]): boolean {
  const calls = state.started.filter(
    (started) => sameRoute(started, call) && around.some((bracket) => mayStartIn(started, bracket)),
  );
  const brackets = state.brackets.filter(
    (bracket) => sameRoute(bracket, call) && calls.some((started) => mayStartIn(started, bracket)),
  );
  return calls.length <= brackets.length;
}

/** The client's log names the thread of exactly the calls that it brackets; two threads around one call say nothing. */
export function byLifecycle(
  state: CorrelationState,
  call: CallState,
): { kind: 'found'; place: CallPlace } | typeof silent {
  if (call.end === null) return silent;
  const around = bracketsAround(state, call);
  const [first] = around;
  if (
    first === undefined ||
    around.some(({ open, bracket }) => open || bracket.thread !== first.bracket.thread)
  )
    return silent;
  if (
    !allAreBracketed(
      state,
      call,
      around.map(({ bracket }) => bracket),
    )
  )
    return silent;
  const { thread, item } = first.bracket;
  if (thread === null || !isKnownThread(state, thread)) return silent;
  const refs =
    item === null || around.length > 1 ? [] : refsOf(state, item).filter((ref) => ref.thread === thread);
  const [ref] = refs;
  return found(
    refs.length === 1 && ref !== undefined
      ? { thread, window: ref.window, response: ref.response, item: ref.item }
      : at(thread),
  );
}
