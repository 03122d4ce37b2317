import type { AbstainReason, Tier } from '../../event.ts';

// The ladder alone: from what is known of one call to a verdict. It knows nothing of events, of order or of time
// passing, so live captures, recomputation and bare observations all go through the same rules.
// `W` names windows; `A` names threads, responses and items.

/** A stretch of time in ms; `end` is null while it is open. Slack is how far each measured end may be off. */
export interface Interval {
  readonly start: number;
  readonly startSlack: number;
  readonly end: number | null;
  readonly endSlack: number;
}

/** Where a call belongs, as far as it is known. */
export interface Place<W, A> {
  readonly thread: A;
  readonly window: W | null;
  readonly response: A | null;
  readonly item: A | null;
}

/** A window that can reach the call's route. `item` is set when only one of its items can. */
export interface Candidate<W, A> extends Interval {
  readonly window: W;
  readonly thread: A;
  readonly response: A | null;
  readonly item: A | null;
}

export type BlindReason = 'several-active-responses' | 'unknown-thread' | 'missing-boundary';

/** A stretch in which something was not seen that could have opened a window. */
export interface BlindSpot extends Interval {
  readonly reason: BlindReason;
}

/** What a tier other than `window` says. A contradiction ends the ladder: evidence that cannot be true is no hint. */
export type Finding<W, A> =
  | { readonly kind: 'found'; readonly place: Place<W, A> }
  | { readonly kind: 'silent' }
  | { readonly kind: 'contradiction'; readonly reason: 'unknown-thread' | 'conflicting-evidence' };

/** What the windows say, and which of them may contain the call. */
export type WindowFinding<W, A> =
  | { readonly kind: 'found'; readonly place: Place<W, A>; readonly candidates: readonly W[] }
  | { readonly kind: 'silent'; readonly reason: AbstainReason; readonly candidates: readonly W[] };

export type LadderVerdict<W, A> =
  | {
      readonly kind: 'attributed';
      readonly tier: Tier;
      readonly place: Place<W, A>;
      readonly agrees: readonly Tier[];
    }
  | { readonly kind: 'abstained'; readonly reason: AbstainReason; readonly candidates: readonly W[] };

export const silent = { kind: 'silent' } as const;

/**
 * How an inner interval lies in an outer one, inclusive at both ends. `certain`: however far the clocks are off;
 * `possible`: only if they are off in its favour; `open`: it starts inside and the outer one has no end yet.
 */
export function fit(inner: Interval, outer: Interval): 'certain' | 'possible' | 'open' | 'outside' {
  const startSlack = inner.startSlack + outer.startSlack;
  if (inner.start + startSlack < outer.start) return 'outside';
  if (outer.end === null) return 'open';
  // Without an end of its own, all that is known is that it began inside.
  const end = inner.end ?? inner.start;
  const endSlack = (inner.end === null ? inner.startSlack : inner.endSlack) + outer.endSlack;
  if (end - endSlack > outer.end) return 'outside';
  const certain = inner.start - startSlack >= outer.start && end + endSlack <= outer.end;
  return certain ? 'certain' : 'possible';
}

const blindOrder: readonly BlindReason[] = ['several-active-responses', 'unknown-thread', 'missing-boundary'];

/** The `window` tier: full containment in exactly one candidate, or in several of one thread. */
export function windowTier<W, A>(
  call: Interval,
  windows: readonly Candidate<W, A>[],
  blindSpots: readonly BlindSpot[],
): WindowFinding<W, A> {
  const hits = windows
    .map((window) => ({ window, fit: fit(call, window) }))
    .filter((hit) => hit.fit !== 'outside');
  const candidates = hits.map((hit) => hit.window.window);
  const abstain = (reason: AbstainReason): WindowFinding<W, A> => ({ kind: 'silent', reason, candidates });

  if (call.end !== null && call.end < call.start) return abstain('clock-unreliable');
  const blind = new Set(
    blindSpots.filter((spot) => fit(call, spot) !== 'outside').map((spot) => spot.reason),
  );
  const worst = blindOrder.find((reason) => blind.has(reason));
  if (worst !== undefined) return abstain(worst);
  const [first] = hits;
  if (first === undefined) return abstain('no-window');
  if (call.end === null) return abstain('missing-boundary');

  const oneThread = hits.every((hit) => hit.window.thread === first.window.thread);
  const stillOpen = hits.filter((hit) => hit.fit === 'open');
  if (stillOpen.length === hits.length) return abstain(oneThread ? 'missing-boundary' : 'open-window');
  if (oneThread) {
    if (!hits.some((hit) => hit.fit === 'certain')) return abstain('clock-unreliable');
    const { thread, window, response, item } = first.window;
    const place =
      hits.length === 1
        ? { thread, window, response, item }
        : { thread, window: null, response: null, item: null };
    return { kind: 'found', place, candidates };
  }
  if (stillOpen.length > 0) return abstain('open-window');
  return abstain(hits.every((hit) => hit.fit === 'certain') ? 'several-windows' : 'clock-unreliable');
}

export interface Findings<W, A> {
  readonly meta: Finding<W, A>;
  readonly structured: Finding<W, A>;
  readonly lifecycle: Finding<W, A>;
  readonly window: WindowFinding<W, A>;
}

/** The strongest tier that decided, unless another one that decided contradicts it. */
export function climb<W, A>(findings: Findings<W, A>): LadderVerdict<W, A> {
  const { candidates } = findings.window;
  const decided: { tier: Tier; place: Place<W, A> }[] = [];
  for (const tier of ['meta', 'structured', 'lifecycle', 'window'] as const) {
    const finding = findings[tier];
    if (finding.kind === 'contradiction') return { kind: 'abstained', reason: finding.reason, candidates };
    if (finding.kind === 'found') decided.push({ tier, place: finding.place });
  }
  const [first, ...others] = decided;
  if (first === undefined) {
    return {
      kind: 'abstained',
      reason: findings.window.kind === 'silent' ? findings.window.reason : 'no-window',
      candidates,
    };
  }
  if (others.some((other) => contradicts(first.place, other))) {
    return { kind: 'abstained', reason: 'conflicting-evidence', candidates };
  }
  const agrees = others.filter((other) => agree(first.place, other.place)).map((other) => other.tier);
  return { kind: 'attributed', tier: first.tier, place: first.place, agrees };
}

/** Ids win over windows within one thread: a program that outlives its window is still its item's. */
const contradicts = <W, A>(place: Place<W, A>, other: { tier: Tier; place: Place<W, A> }): boolean =>
  place.thread !== other.place.thread || (other.tier !== 'window' && differ(place.item, other.place.item));

const agree = <W, A>(a: Place<W, A>, b: Place<W, A>): boolean =>
  a.thread === b.thread && !differ(a.item, b.item) && !differ(a.response, b.response);

const differ = (a: unknown, b: unknown): boolean => a !== null && b !== null && a !== b;
