import * as z from 'zod';
import { AbstainReason, Tier } from './event.ts';
import { fail, ok, type Result } from './fault.ts';
import { overlapMs, roomMs } from './model/correlation/measures.ts';
import {
  climb,
  silent,
  windowTier,
  type Candidate,
  type Finding,
  type Interval,
} from './model/correlation/ladder.ts';

// Bare observations: boundaries written down by hand or by another tool, without the events that led to them. They go
// through the same ladder as events do. Times are ms on one clock.

const Id = z.string().min(1).max(1000);
const Time = z.number();

export const Observations = z.object({
  threads: z.array(z.object({ id: Id, parent: Id.nullish() })),
  windows: z.array(z.object({ id: Id, thread: Id, openedAt: Time, closedAt: Time.nullable() })),
  calls: z.array(
    z.object({
      id: Id,
      startedAt: Time,
      finishedAt: Time.nullable(),
      meta: z.object({ itemId: Id.optional(), threadId: Id.optional(), toolUseId: Id.optional() }).optional(),
    }),
  ),
  items: z.array(z.object({ id: Id, thread: Id, window: Id.nullish(), name: z.string().optional() })),
});
export type Observations = z.infer<typeof Observations>;

export const ObservedVerdict = z.discriminatedUnion('verdict', [
  z.strictObject({
    call: z.string(),
    verdict: z.literal('attributed'),
    tier: Tier,
    thread: z.string(),
    window: z.string().optional(),
    item: z.string().optional(),
    agrees: z.array(Tier),
    /** How long after the call its window closed, ms. */
    closeLagMs: z.number().optional(),
  }),
  z.strictObject({
    call: z.string(),
    verdict: z.literal('abstained'),
    reason: AbstainReason,
    candidates: z.array(z.string()),
  }),
]);
export type ObservedVerdict = z.infer<typeof ObservedVerdict>;

export const ObservedVerdicts = z.strictObject({
  verdicts: z.array(ObservedVerdict),
  /** Calls that ran at the same time, and for how long, ms. */
  overlaps: z.array(z.strictObject({ calls: z.tuple([z.string(), z.string()]), ms: z.number() })),
});
export type ObservedVerdicts = z.infer<typeof ObservedVerdicts>;

export interface ObservationOptions {
  /**
   * Take a window that closed later than this (ms) after a call's end as not closed yet, as a live run with that wait
   * would. Without it every written boundary counts: bare observations do not say when they arrived.
   */
  readonly waitMs?: number;
  readonly withholdMeta?: boolean;
}

/** Judges bare observations. A fault names the place in the input, as `calls[2].startedAt`. */
export function judgeObservations(
  input: unknown,
  options: ObservationOptions = {},
): Result<ObservedVerdicts> {
  const parsed = Observations.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return bad(pathOf(issue?.path ?? []), issue?.message ?? 'invalid');
  }
  const observed = parsed.data;
  const wrong = inconsistency(observed);
  if (wrong !== null) return bad(wrong.path, wrong.what);
  return ok({
    verdicts: observed.calls.map((call) => judge(observed, call, options)),
    overlaps: overlapsOf(observed.calls),
  });
}

const bad = (path: string, what: string): Result<never> =>
  fail('observations-invalid', `The observations are not usable at ${path === '' ? 'the root' : path}.`, {
    cause: `${what.replace(/\.$/, '')}.`,
    next: 'Give an object with threads, windows, calls and items; see docs/attribution.md.',
  });

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  );

interface Inconsistency {
  readonly path: string;
  readonly what: string;
}

/** What a schema cannot say: ids are unique, windows end after they begin, an item's window exists and is its thread's. */
function inconsistency({ threads, windows, calls, items }: Observations): Inconsistency | null {
  for (const [name, rows] of Object.entries({ threads, windows, calls, items })) {
    const seen = new Set<string>();
    for (const [index, { id }] of rows.entries()) {
      if (seen.has(id)) return { path: `${name}[${index}].id`, what: 'This id stands twice' };
      seen.add(id);
    }
  }
  for (const [index, { openedAt, closedAt }] of windows.entries()) {
    if (closedAt !== null && closedAt < openedAt) {
      return { path: `windows[${index}].closedAt`, what: 'A window cannot close before it opens' };
    }
  }
  const byId = new Map(windows.map((window) => [window.id, window]));
  for (const [index, { window: id, thread }] of items.entries()) {
    if (id === undefined || id === null) continue;
    const window = byId.get(id);
    if (window === undefined)
      return { path: `items[${index}].window`, what: 'There is no window of this id' };
    if (window.thread !== thread)
      return { path: `items[${index}].thread`, what: 'Its window is of another thread' };
  }
  return null;
}

type ObservedCall = Observations['calls'][number];

function judge(observed: Observations, call: ObservedCall, options: ObservationOptions): ObservedVerdict {
  const interval: Interval = { start: call.startedAt, startSlack: 0, end: call.finishedAt, endSlack: 0 };
  const found = climb({
    meta: options.withholdMeta === true ? silent : byMeta(observed, call),
    structured: silent,
    lifecycle: silent,
    window: windowTier(
      interval,
      observed.windows.map((window) => candidateOf(observed, window, call, options.waitMs ?? Infinity)),
      [],
    ),
  });
  if (found.kind === 'abstained') {
    return { call: call.id, verdict: 'abstained', reason: found.reason, candidates: [...found.candidates] };
  }
  const { thread, window: id, item } = found.place;
  const window = id === null ? undefined : observed.windows.find((other) => other.id === id);
  const lag = window === undefined ? null : roomMs(call, window).after;
  return {
    call: call.id,
    verdict: 'attributed',
    tier: found.tier,
    thread,
    ...(id === null ? {} : { window: id }),
    ...(item === null ? {} : { item }),
    agrees: [...found.agrees],
    ...(lag === null ? {} : { closeLagMs: lag }),
  };
}

function candidateOf(
  observed: Observations,
  window: Observations['windows'][number],
  call: ObservedCall,
  waitMs: number,
): Candidate<string, string> {
  const own = observed.items.filter((item) => item.window === window.id);
  const late =
    window.closedAt !== null && call.finishedAt !== null && window.closedAt > call.finishedAt + waitMs;
  return {
    window: window.id,
    thread: window.thread,
    response: null,
    item: own.length === 1 ? (own[0]?.id ?? null) : null,
    start: window.openedAt,
    startSlack: 0,
    end: late ? null : window.closedAt,
    endSlack: 0,
  };
}

/** A thread is known when it is listed, or when a window or an item is its own. */
function byMeta(observed: Observations, { meta }: ObservedCall): Finding<string, string> {
  if (meta === undefined) return silent;
  const items = [meta.toolUseId, meta.itemId].filter((id) => id !== undefined);
  const known = (id: string): boolean =>
    observed.threads.some((thread) => thread.id === id) ||
    observed.windows.some((window) => window.thread === id) ||
    observed.items.some((item) => item.thread === id);
  const named = new Set(items.flatMap((id) => observed.items.filter((item) => item.id === id)));
  const thread = meta.threadId ?? null;
  const [item, other] = named;
  if (item === undefined) {
    if (thread !== null && known(thread))
      return { kind: 'found', place: { thread, window: null, response: null, item: null } };
    return thread !== null || items.length > 0 ? { kind: 'contradiction', reason: 'unknown-thread' } : silent;
  }
  if (other !== undefined || (thread !== null && thread !== item.thread)) {
    return { kind: 'contradiction', reason: 'conflicting-evidence' };
  }
  return {
    kind: 'found',
    place: { thread: item.thread, window: item.window ?? null, response: null, item: item.id },
  };
}

/** Pairs in order of start. Many parallel calls make very many pairs; the longest overlaps say enough. */
const OVERLAPS_KEPT = 1000;

function overlapsOf(calls: readonly ObservedCall[]): ObservedVerdicts['overlaps'] {
  const sorted = calls
    .filter((call) => call.finishedAt !== null)
    .toSorted((a, b) => a.startedAt - b.startedAt);
  const pairs: ObservedVerdicts['overlaps'] = [];
  let running: ObservedCall[] = [];
  for (const call of sorted) {
    running = running.filter((other) => (other.finishedAt ?? call.startedAt) > call.startedAt);
    for (const other of running) {
      const ms = overlapMs(other, call) ?? 0;
      if (ms > 0) pairs.push({ calls: [other.id, call.id], ms });
    }
    running.push(call);
    if (pairs.length > 2 * OVERLAPS_KEPT) longestOnly(pairs);
  }
  if (pairs.length > OVERLAPS_KEPT) longestOnly(pairs);
  return pairs;
}

function longestOnly(pairs: ObservedVerdicts['overlaps']): void {
  const least = pairs.map(({ ms }) => ms).toSorted((a, b) => b - a)[OVERLAPS_KEPT - 1] ?? 0;
  const kept = pairs.filter(({ ms }) => ms >= least).slice(0, OVERLAPS_KEPT);
  pairs.splice(0, pairs.length, ...kept);
}
