import type { AnyId, Event, EventOf, Evidence, LocalId, Tier } from '../../event.ts';
import {
  byLifecycle,
  byMeta,
  byStructure,
  byWindow,
  hasOpenBracket,
  onReported,
  openBlindSpot,
  openWindow,
  openWindows,
  openerOf,
  structuredMatch,
  surroundingsOf,
  type Structured,
  type Surroundings,
} from './evidence.ts';
import { climb, type Findings, type LadderVerdict } from './ladder.ts';
import { tidy } from './memory.ts';
import {
  onDropped,
  onItem,
  onRequest,
  onResponseEnd,
  onStarted,
  onThread,
  type Emission,
} from './provider.ts';
import {
  emptyState,
  type CallState,
  type CorrelationState,
  type LateCall,
  type OpenWindow,
} from './state.ts';

/** How long to wait for a late close boundary after a call ended, ms. */
const DEFAULT_WAIT_MS = 250;

export interface CorrelationOptions {
  readonly waitMs?: number;
  /** Judge as if the client had sent no ids on the MCP wire. */
  readonly withholdMeta?: boolean;
  /** Judge without these kinds of evidence. */
  readonly withhold?: readonly Exclude<Tier, 'window'>[];
}

export const initCorrelation = (options: CorrelationOptions = {}): CorrelationState =>
  emptyState(options.waitMs ?? DEFAULT_WAIT_MS, [
    ...(options.withholdMeta === true ? (['meta'] as const) : []),
    ...(options.withhold ?? []),
  ]);

/**
 * Folds one event in and returns what follows from it: window events and verdicts, each with its time in ms. Mutates
 * the state. The correlator's own events are ignored, except `window.expired`, which is how a timer speaks.
 */
export function applyCorrelation(state: CorrelationState, event: Event): Emission[] {
  if (event.kind === 'window.expired') return onExpired(state, event);
  if (event.source === 'correlator') return [];
  const emissions = expireBefore(state, event.t);
  if (event.t > state.latest) state.latest = event.t;
  if (event.clockUncertainty !== undefined && event.clockUncertainty > state.slack)
    state.slack = event.clockUncertainty;
  switch (event.kind) {
    case 'thread.opened':
      onThread(state, event);
      break;
    case 'exchange.request':
      emissions.push(
        ...onRequest(state, event),
        ...judgeWaiting(state, event.t),
        ...judgeLate(state, event.t),
      );
      tidy(state);
      break;
    case 'response.started':
      onStarted(state, event);
      break;
    case 'response.item':
      emissions.push(...onItem(state, event));
      break;
    case 'response.completed':
    case 'response.failed':
    case 'exchange.closed':
      onResponseEnd(state, event);
      break;
    case 'client.reported':
      onReported(state, event);
      if (event.what === 'callFinished') emissions.push(...judgeWaiting(state, event.t));
      break;
    case 'call.started':
      onCallStarted(state, event);
      break;
    case 'call.finished':
      emissions.push(...onCallFinished(state, event));
      break;
    case 'capture.dropped':
      onDropped(state);
      break;
    case 'capture.ended':
      emissions.push(...settleCorrelation(state, event.t));
      break;
    default:
      break;
  }
  return emissions;
}

// ---- Calls --------------------------------------------------------------------------------------------------------

/** A call that the user makes has no thread to be found. */
function onCallStarted(state: CorrelationState, event: EventOf<'call.started'>): void {
  if (event.origin === 'user' || event.call in state.running) return;
  const { call, server, tool, t: start, clockUncertainty: startSlack = 0 } = event;
  state.running[call] = {
    call,
    server,
    tool,
    meta: event.meta ?? null,
    digest: event.argumentsDigest ?? null,
    start,
    startSlack,
    end: null,
    endSlack: 0,
  };
  if (!state.withheld.includes('lifecycle')) state.started.push({ call, server, tool, start, startSlack });
}

function onCallFinished(state: CorrelationState, event: EventOf<'call.finished'>): Emission[] {
  const call = state.running[event.call];
  if (call === undefined) return [];
  delete state.running[event.call];
  call.end = event.t;
  call.endSlack = event.clockUncertainty ?? 0;
  if (!mayStillChange(state, call)) return [judge(state, call, event.t)];
  const deadline = deadlineOf(state, call);
  const later = state.waiting.findIndex((other) => deadlineOf(state, other) > deadline);
  state.waiting.splice(later === -1 ? state.waiting.length : later, 0, call);
  return [];
}

const deadlineOf = (state: CorrelationState, call: CallState): number =>
  (call.end ?? call.start) + state.waitMs;

/** A window that holds a waiting call up. Only a memo: it holds it up until it closes, so there is no need to look again. */
const holding = new WeakMap<CallState, OpenWindow>();

/** True while a boundary may come that decides otherwise. */
function mayStillChange(state: CorrelationState, call: CallState): boolean {
  if (holding.get(call)?.closedAt === null) return true;
  const around = surroundingsOf(state, call);
  const window = openWindow(call, around);
  if (window !== undefined) holding.set(call, window);
  return window !== undefined || openBlindSpot(call, around) || hasOpenBracket(state, call);
}

/** Waiting calls for which nothing is open any more. */
function judgeWaiting(state: CorrelationState, t: number): Emission[] {
  const settled = state.waiting.filter((call) => !mayStillChange(state, call));
  if (settled.length === 0) return [];
  state.waiting = state.waiting.filter((call) => !settled.includes(call));
  return settled.map((call) => judge(state, call, Math.max(t, call.end ?? t)));
}

// ---- The bounded wait ---------------------------------------------------------------------------------------------

/** When the next wait ends, ms since the capture's start; null when nothing waits. */
export function nextDeadline(state: CorrelationState): number | null {
  const [first] = state.waiting;
  return first === undefined ? null : deadlineOf(state, first);
}

/** What a timer has to publish at `t` ms: one event a wait that has ended by then. The verdicts follow from them. */
export const expiriesAt = (state: CorrelationState, t: number): Emission[] =>
  state.waiting
    .filter((call) => deadlineOf(state, call) <= t)
    .map((call) => expiry(state, call, deadlineOf(state, call)));

/** An event from after the end of a wait proves that it is over. At its very end the boundary is still in time. */
function expireBefore(state: CorrelationState, t: number): Emission[] {
  const emissions: Emission[] = [];
  for (
    let [call] = state.waiting;
    call !== undefined && deadlineOf(state, call) < t;
    [call] = state.waiting
  ) {
    emissions.push(...expire(state, call, deadlineOf(state, call)));
  }
  return emissions;
}

/** A recorded expiry counts for the wait that it was recorded with; another wait has other ends. */
function onExpired(state: CorrelationState, event: EventOf<'window.expired'>): Emission[] {
  const call = state.waiting.find((waiting) => waiting.call === event.call);
  if (call === undefined || event.waitMs !== state.waitMs) return [];
  return closeWait(state, call, event.t);
}

const expire = (state: CorrelationState, call: CallState, t: number): Emission[] => [
  expiry(state, call, t),
  ...closeWait(state, call, t),
];

const expiry = (state: CorrelationState, call: CallState, t: number): Emission => ({
  draft: {
    kind: 'window.expired',
    source: 'correlator',
    evidence: 'derived',
    call: call.call,
    windows: openWindows(call, surroundingsOf(state, call)),
    waitMs: state.waitMs,
  },
  t,
});

/**
 * The windows have spoken. A single matching structured call may still be told by its output, however late that comes;
 * an id that names the same item leaves nothing to wait for.
 */
function closeWait(state: CorrelationState, call: CallState, t: number): Emission[] {
  state.waiting = state.waiting.filter((other) => other !== call);
  const around = surroundingsOf(state, call);
  const match = matchOf(state, call, around);
  const window = byWindow(call, around);
  const meta = byMeta(state, call);
  const sameItem = meta.kind === 'found' && meta.place.item === match?.opener.item;
  if (match === null || match.opener.carriedAt !== null || sameItem || meta.kind === 'contradiction') {
    return [judge(state, call, t)];
  }
  state.late.push({
    call,
    item: match.opener.item,
    heldBy: match.window.window,
    lifecycle: byLifecycle(state, call),
    window: { ...window, candidates: [...window.candidates] },
  });
  return [];
}

function judgeLate(state: CorrelationState, t: number): Emission[] {
  const ready = state.late.filter(
    (late) => openerOf(state, late.item, late.heldBy)?.opener.carriedAt !== null,
  );
  if (ready.length === 0) return [];
  state.late = state.late.filter((late) => !ready.includes(late));
  return ready.map((late) => judgeOne(state, late, t));
}

const judgeOne = (state: CorrelationState, late: LateCall, t: number): Emission =>
  verdict(
    state,
    late.call,
    climb({
      meta: byMeta(state, late.call),
      structured: byStructure(late.call, openerOf(state, late.item, late.heldBy)),
      lifecycle: late.lifecycle,
      window: late.window,
    }),
    t,
  );

/** The capture is over at `t` ms: whatever still waits or runs is judged as it stands. */
export function settleCorrelation(state: CorrelationState, t: number): Emission[] {
  const emissions: Emission[] = [];
  for (const call of state.waiting) {
    if (openWindows(call, surroundingsOf(state, call)).length > 0) emissions.push(expiry(state, call, t));
    emissions.push(judge(state, call, t));
  }
  emissions.push(...state.late.map((late) => judgeOne(state, late, t)));
  emissions.push(...Object.values(state.running).map((call) => judge(state, call, t)));
  state.waiting = [];
  state.late = [];
  state.running = {};
  return emissions;
}

// ---- Verdicts -----------------------------------------------------------------------------------------------------

const matchOf = (state: CorrelationState, call: CallState, around: Surroundings): Structured | null =>
  state.withheld.includes('structured') ? null : structuredMatch(call, around);

function judge(state: CorrelationState, call: CallState, t: number): Emission {
  const around = surroundingsOf(state, call);
  const findings: Findings<LocalId, AnyId> = {
    meta: byMeta(state, call),
    structured: byStructure(call, matchOf(state, call, around)),
    lifecycle: byLifecycle(state, call),
    window: byWindow(call, around),
  };
  return verdict(state, call, climb(findings), t);
}

function verdict(
  state: CorrelationState,
  { call }: CallState,
  found: LadderVerdict<LocalId, AnyId>,
  t: number,
): Emission {
  const source = 'correlator';
  if (found.kind === 'abstained') {
    const { reason, candidates } = found;
    return {
      draft: {
        kind: 'call.abstained',
        source,
        evidence: 'derived',
        call,
        reason,
        candidates: [...candidates],
      },
      t,
    };
  }
  const { thread, window, response, item } = found.place;
  const evidence = state.threads[thread]?.assumed === true ? 'assumed' : evidenceOf(found.tier);
  return {
    draft: {
      kind: 'call.attributed',
      source,
      evidence,
      call,
      tier: found.tier,
      thread,
      ...(window === null ? {} : { window }),
      ...(response === null ? {} : { response }),
      ...(item === null ? {} : { item }),
      agrees: [...found.agrees],
    },
    t,
  };
}

function evidenceOf(tier: Tier): Evidence {
  switch (tier) {
    case 'meta':
      return 'measured';
    case 'lifecycle':
      return 'reported';
    case 'structured':
    case 'window':
      return 'derived';
  }
}
