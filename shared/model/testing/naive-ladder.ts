import type { AbstainReason, AnyId, CallMeta, Event, EventOf, LocalId, Tier } from '../../event.ts';
import {
  blindSpots,
  itemsSeen,
  knownThreads,
  windowsSeen,
  type Blind,
  type Window,
} from './naive-windows.ts';

// A second, separately written ladder for tests: it looks at everything recorded so far, from the beginning, for each
// call and each event. Slow and plain.

interface Call {
  readonly id: LocalId;
  readonly server: string;
  readonly tool: string;
  readonly meta: CallMeta;
  readonly digest: string | undefined;
  readonly s: number;
  readonly su: number;
  readonly e: number | null;
  readonly eu: number;
}

interface Found {
  readonly thread: string;
  readonly window?: string | undefined;
  readonly response?: string | undefined;
  readonly item?: string | undefined;
}

type Tiered = { readonly found: Found } | { readonly contradiction: AbstainReason } | null;

/** Verdicts in one line each, by call. */
export function naiveVerdicts(
  events: readonly Event[],
  { waitMs, withholdMeta }: { waitMs: number; withholdMeta: boolean },
): Map<LocalId, string> {
  const verdicts = new Map<LocalId, string>();
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'call.started' || event.origin === 'user' || verdicts.has(event.call)) continue;
    const text = follow(events, index, event, waitMs, withholdMeta);
    verdicts.set(event.call, text);
  }
  return verdicts;
}

function follow(
  events: readonly Event[],
  from: number,
  start: EventOf<'call.started'>,
  waitMs: number,
  withholdMeta: boolean,
): string {
  const at = events.findIndex((event, index) => index > from && isEnd(event, start.call));
  const endsFirst = events.findIndex((event, index) => index > from && event.kind === 'capture.ended');
  const finish = at === -1 ? undefined : events[at];
  const neverEnded = finish === undefined || (endsFirst !== -1 && endsFirst < at);
  const call: Call = {
    id: start.call,
    server: start.server,
    tool: start.tool,
    meta: withholdMeta ? {} : (start.meta ?? {}),
    digest: start.argumentsDigest,
    s: start.t,
    su: start.clockUncertainty ?? 0,
    e: neverEnded ? null : finish.t,
    eu: neverEnded ? 0 : (finish.clockUncertainty ?? 0),
  };
  if (neverEnded) {
    const upTo = endsFirst === -1 ? events.length : endsFirst;
    return decide(events.slice(0, upTo), call);
  }
  const deadline = finish.t + waitMs;
  for (let index = at; index < events.length; index++) {
    const event = events[index];
    if (event === undefined || event.source === 'correlator') continue;
    const before = events.slice(0, index);
    if (index > at && event.t > deadline) return late(events, index, before, call);
    if (event.kind === 'capture.ended') return decide(before, call);
    if (
      index === at ||
      event.kind === 'exchange.request' ||
      (event.kind === 'client.reported' && event.what === 'callFinished')
    ) {
      const now = events.slice(0, index + 1);
      if (!somethingOpen(now, call)) return decide(now, call);
    }
  }
  return decide(events, call);
}

const isEnd = (event: Event, call: LocalId): boolean => event.kind === 'call.finished' && event.call === call;

/** The wait is over at `index`; a single structured match may still be waiting for its output. */
function late(events: readonly Event[], index: number, before: readonly Event[], call: Call): string {
  const match = structured(before, call);
  const meta = byMeta(before, call);
  const metaSays = meta !== null && 'found' in meta ? meta.found.item : undefined;
  if (
    match === null ||
    match.carriedAt !== null ||
    metaSays === match.item ||
    (meta !== null && 'contradiction' in meta)
  ) {
    return decide(before, call);
  }
  const window = byWindow(before, call);
  const lifecycle = byLifecycle(before, call);
  for (let later = index; later < events.length; later++) {
    const event = events[later];
    if (event?.kind === 'capture.ended') break;
    if (event?.kind !== 'exchange.request') continue;
    const now = events.slice(0, later + 1);
    const item = itemsSeen(now).find((other) => other.item === match.item && other.window === match.window);
    if (item === undefined || item.carriedAt === null) continue;
    return combine(byMeta(now, call), contained(call, item), lifecycle, window);
  }
  const all = events.slice(
    0,
    events.findIndex((event, at) => at >= index && event.kind === 'capture.ended'),
  );
  return combine(byMeta(all.length < index ? events : all, call), null, lifecycle, window);
}

function decide(known: readonly Event[], call: Call): string {
  const match = call.e === null ? null : structured(known, call);
  return combine(
    byMeta(known, call),
    match === null ? null : contained(call, match),
    byLifecycle(known, call),
    byWindow(known, call),
  );
}

// ---- Intervals ----------------------------------------------------------------------------------------------------

interface Span {
  readonly from: number;
  readonly fromU: number;
  readonly to: number | null;
  readonly toU: number;
}

const maybeStarts = (call: Call, span: Span): boolean => call.s + call.su + span.fromU >= span.from;
const maybeEnds = (call: Call, span: Span): boolean =>
  span.to === null || (call.e ?? call.s) - (call.e === null ? call.su : call.eu) - span.toU <= span.to;
const maybe = (call: Call, span: Span): boolean => maybeStarts(call, span) && maybeEnds(call, span);
const surely = (call: Call, span: Span): boolean =>
  span.to !== null &&
  call.s - call.su - span.fromU >= span.from &&
  (call.e ?? call.s) + (call.e === null ? call.su : call.eu) + span.toU <= span.to;

const contained = (call: Call, item: ReturnType<typeof itemsSeen>[number]): Tiered =>
  surely(call, { from: item.t, fromU: item.u, to: item.carriedAt, toU: item.carriedU })
    ? {
        found: {
          thread: item.windowThread ?? '',
          window: item.window,
          response: item.response,
          item: item.item,
        },
      }
    : null;

// ---- Tiers --------------------------------------------------------------------------------------------------------

function reachable(known: readonly Event[], call: Call): { window: Window; span: Span; items: string[] }[] {
  return windowsSeen(known).flatMap((window) => {
    const able = itemsSeen(known).filter(
      (item) =>
        item.window === window.id &&
        (item.route === null || (item.route.server === call.server && item.route.tool === call.tool)) &&
        item.t - item.u <= call.s + call.su,
    );
    if (able.length === 0) return [];
    const first = able.reduce((least, item) => (item.t < least.t ? item : least));
    const span = { from: first.t, fromU: first.u, to: window.closedAt, toU: window.closedU };
    return maybe(call, span) ? [{ window, span, items: able.map((item) => item.item) }] : [];
  });
}

const blindFor = (known: readonly Event[], call: Call): Blind[] =>
  blindSpots(known).filter(
    (spot) =>
      (spot.route === null || (spot.route.server === call.server && spot.route.tool === call.tool)) &&
      maybe(call, spot),
  );

interface Bracket extends Span {
  readonly thread: AnyId | undefined;
  readonly item: string | undefined;
}

const brackets = (known: readonly Event[], call: Call): Bracket[] =>
  bracketsOf(known, call).filter((bracket) => maybe(call, bracket));

function bracketsOf(known: readonly Event[], call: Call): Bracket[] {
  const all: (Bracket & { to: number | null; toU: number })[] = [];
  for (const event of known) {
    if (event.kind !== 'client.reported' || event.server !== call.server || event.tool !== call.tool)
      continue;
    const u = event.clockUncertainty ?? 0;
    if (event.what === 'callStarted') {
      all.push({ from: event.t, fromU: u, to: null, toU: 0, thread: event.thread, item: event.item });
    } else if (event.what === 'callFinished') {
      const open = all.find(
        (other) => other.to === null && other.thread === event.thread && other.item === event.item,
      );
      if (open !== undefined) Object.assign(open, { to: event.t, toU: u });
    }
  }
  return all;
}

/** More calls may have begun in these brackets than there are brackets for them. */
function tooManyCalls(known: readonly Event[], call: Call, around: readonly Bracket[]): boolean {
  const began = known
    .filter((event) => event.kind === 'call.started')
    .filter(({ origin, server, tool }) => origin !== 'user' && server === call.server && tool === call.tool)
    .map((event) => ({ s: event.t, su: event.clockUncertainty ?? 0 }));
  const inside = ({ s, su }: { s: number; su: number }, { from, fromU, to, toU }: Bracket): boolean =>
    s + su + fromU >= from && (to === null || s - su - toU <= to);
  const calls = began.filter((one) => around.some((bracket) => inside(one, bracket)));
  const able = bracketsOf(known, call).filter((bracket) => calls.some((one) => inside(one, bracket)));
  return calls.length > able.length;
}

const somethingOpen = (known: readonly Event[], call: Call): boolean =>
  reachable(known, call).some(({ span }) => span.to === null) ||
  blindFor(known, call).some((spot) => spot.to === null) ||
  brackets(known, call).some((bracket) => bracket.to === null);

function byMeta(known: readonly Event[], call: Call): Tiered {
  const { threadId, itemId, toolUseId, callId } = call.meta;
  const threads = knownThreads(known);
  const items = itemsSeen(known);
  const named = [toolUseId, itemId, callId]
    .filter((id) => id !== undefined)
    .map((id) => items.filter((item) => item.item === id || item.callId === id))
    .filter((found) => found.length > 0);
  if (named.length === 0) {
    if (threadId !== undefined)
      return threads.has(threadId) ? { found: { thread: threadId } } : { contradiction: 'unknown-thread' };
    return toolUseId !== undefined || itemId !== undefined ? { contradiction: 'unknown-thread' } : null;
  }
  if (threadId !== undefined && !threads.has(threadId)) return { contradiction: 'conflicting-evidence' };
  const common = (named[0] ?? []).filter(
    (item) =>
      (threadId === undefined || item.thread === undefined || item.thread === threadId) &&
      named.every((found) => found.some((other) => other.item === item.item && other.thread === item.thread)),
  );
  const [only] = common;
  if (only === undefined) return { contradiction: 'conflicting-evidence' };
  const thread = threadId ?? only.thread;
  if (thread === undefined) return { contradiction: 'unknown-thread' };
  if (common.length === 1)
    return { found: { thread, window: only.window, response: only.response, item: only.item } };
  return common.every((item) => item.thread === undefined || item.thread === thread)
    ? { found: { thread } }
    : { contradiction: 'conflicting-evidence' };
}

function structured(known: readonly Event[], call: Call): ReturnType<typeof itemsSeen>[number] | null {
  if (blindFor(known, call).length > 0) return null;
  const windows = new Set(reachable(known, call).map(({ window }) => window.id));
  const able = itemsSeen(known).filter(
    (item) =>
      item.window !== undefined &&
      windows.has(item.window) &&
      (item.route === null || (item.route.server === call.server && item.route.tool === call.tool)) &&
      maybe(call, { from: item.t, fromU: item.u, to: item.carriedAt, toU: item.carriedU }),
  );
  if (able.some((item) => item.route === null)) return null;
  const same = able.filter((item) => item.digest !== undefined && item.digest === call.digest);
  const rest = able.filter((item) => item.digest === undefined || call.digest === undefined);
  const chosen = same.length > 0 ? same : rest;
  return chosen.length === 1 ? (chosen[0] ?? null) : null;
}

function byLifecycle(known: readonly Event[], call: Call): Tiered {
  if (call.e === null) return null;
  const around = brackets(known, call);
  const [first] = around;
  if (first === undefined || around.some((bracket) => bracket.to === null || bracket.thread !== first.thread))
    return null;
  if (tooManyCalls(known, call, around)) return null;
  const { thread, item } = first;
  if (thread === undefined || !knownThreads(known).has(thread)) return null;
  const found =
    around.length > 1 || item === undefined
      ? []
      : itemsSeen(known).filter(
          (other) => (other.item === item || other.callId === item) && other.thread === thread,
        );
  const [only] = found;
  return {
    found:
      found.length === 1 && only !== undefined
        ? { thread, window: only.window, response: only.response, item: only.item }
        : { thread },
  };
}

interface ByWindow {
  readonly found?: Found;
  readonly reason: AbstainReason;
  readonly candidates: string[];
}

function byWindow(known: readonly Event[], call: Call): ByWindow {
  const hits = reachable(known, call).toSorted((a, b) => {
    if (a.window.closedAt === null || b.window.closedAt === null) {
      return (
        Number(a.window.closedAt === null) - Number(b.window.closedAt === null) ||
        a.window.order - b.window.order
      );
    }
    return a.window.closedAt - b.window.closedAt || a.window.closedOrder - b.window.closedOrder;
  });
  const candidates = hits.map(({ window }) => window.id);
  const abstain = (reason: AbstainReason): ByWindow => ({ reason, candidates });
  if (call.e !== null && call.e < call.s) return abstain('clock-unreliable');
  const blind = blindFor(known, call).map((spot) => spot.reason);
  for (const reason of ['several-active-responses', 'unknown-thread', 'missing-boundary'] as const) {
    if (blind.includes(reason)) return abstain(reason);
  }
  const [first] = hits;
  if (first === undefined) return abstain('no-window');
  if (call.e === null) return abstain('missing-boundary');
  const threads = new Set(hits.map(({ window }) => window.thread));
  const open = hits.filter(({ span }) => span.to === null).length;
  const sure = hits.filter(({ span }) => surely(call, span)).length;
  if (threads.size > 1) {
    if (open > 0) return abstain('open-window');
    return abstain(sure === hits.length ? 'several-windows' : 'clock-unreliable');
  }
  if (open === hits.length) return abstain('missing-boundary');
  if (sure === 0) return abstain('clock-unreliable');
  const { window, items } = first;
  const found =
    hits.length > 1
      ? { thread: window.thread }
      : {
          thread: window.thread,
          window: window.id,
          response: window.response,
          item: items.length === 1 ? items[0] : undefined,
        };
  return { found, reason: 'no-window', candidates };
}

function combine(meta: Tiered, structure: Tiered, lifecycle: Tiered, window: ByWindow): string {
  const abstain = (reason: AbstainReason): string => ['abstained', reason, ...window.candidates].join(' ');
  if (meta !== null && 'contradiction' in meta) return abstain(meta.contradiction);
  const decided: [Tier, Found][] = [];
  if (meta !== null) decided.push(['meta', meta.found]);
  if (structure !== null && 'found' in structure) decided.push(['structured', structure.found]);
  if (lifecycle !== null && 'found' in lifecycle) decided.push(['lifecycle', lifecycle.found]);
  if (window.found !== undefined) decided.push(['window', window.found]);
  const [first, ...rest] = decided;
  if (first === undefined) return abstain(window.reason);
  const [tier, place] = first;
  const unlike = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && a !== b;
  for (const [other, found] of rest) {
    if (found.thread !== place.thread) return abstain('conflicting-evidence');
    if (other !== 'window' && unlike(found.item, place.item)) return abstain('conflicting-evidence');
  }
  const agrees = rest.filter(
    ([, found]) => !unlike(found.item, place.item) && !unlike(found.response, place.response),
  );
  return [
    'attributed',
    tier,
    place.thread,
    place.window ?? '-',
    place.response ?? '-',
    place.item ?? '-',
    ...agrees.map(([other]) => other),
  ].join(' ');
}
