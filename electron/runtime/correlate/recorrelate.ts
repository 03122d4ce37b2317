import type { Draft, Event, EventOf, LocalId } from '../../../shared/event.ts';
import {
  applyCorrelation,
  initCorrelation,
  settleCorrelation,
  type CorrelationOptions,
} from '../../../shared/model/correlation/index.ts';

export type VerdictEvent = EventOf<'call.attributed' | 'call.abstained'>;
export type VerdictDraft = Extract<Draft, { kind: VerdictEvent['kind'] }>;

/** A recorded verdict beside the one computed again; each in one line. */
export interface Difference {
  readonly call: LocalId;
  readonly recorded: string;
  readonly recomputed: string;
}

export interface Recorrelation {
  readonly verdicts: VerdictDraft[];
  readonly differences: Difference[];
}

/** How many calls were judged, and where the recorded verdicts disagree. */
export function recorrelate(
  events: Iterable<Event>,
  options: CorrelationOptions = {},
): { calls: number; differences: Difference[] } {
  const { verdicts, differences } = judgeAgain(events, options);
  return { calls: verdicts.length, differences };
}

/**
 * Judges all calls of a capture again from what was observed. Recorded windows and verdicts are not looked at, except
 * to compare; a recorded expiry is an observation of time. A capture without an end is taken as cut off there.
 */
export function judgeAgain(events: Iterable<Event>, options: CorrelationOptions = {}): Recorrelation {
  const state = initCorrelation(options);
  const recorded = new Map<LocalId, VerdictEvent>();
  const computed = new Map<LocalId, VerdictDraft>();
  let ended = false;
  const keep = ({ draft }: { draft: Draft }): void => {
    if (isVerdict(draft)) computed.set(draft.call, draft);
  };
  for (const event of events) {
    if (isVerdict(event)) recorded.set(event.call, event);
    if (event.kind === 'capture.ended') ended = true;
    applyCorrelation(state, event).forEach(keep);
  }
  settleCorrelation(state, state.latest).forEach(keep);

  const differences: Difference[] = [];
  for (const call of new Set([...computed.keys(), ...recorded.keys()])) {
    const before = recorded.get(call);
    // A capture that was never judged, or is still being judged, does not disagree.
    if (before === undefined && (recorded.size === 0 || !ended)) continue;
    const difference = { call, recorded: describe(before), recomputed: describe(computed.get(call)) };
    if (difference.recorded !== difference.recomputed) differences.push(difference);
  }
  return { verdicts: [...computed.values()], differences };
}

/** One call judged with all evidence, and again with some of it withheld. */
export interface Comparison {
  readonly call: LocalId;
  readonly full: VerdictDraft;
  readonly without: VerdictDraft;
  /** `wrong`: another thread, or another item of it. */
  readonly says: 'agrees' | 'abstains' | 'wrong' | 'nothing-to-compare';
}

/** What weaker evidence alone would have said of each call that stronger evidence decided. */
export function compareWithheld(
  events: readonly Event[],
  options: CorrelationOptions & Required<Pick<CorrelationOptions, 'withhold'>>,
): Comparison[] {
  const { withhold, ...rest } = options;
  const without = new Map(
    judgeAgain(events, { ...rest, withhold }).verdicts.map((verdict) => [verdict.call, verdict]),
  );
  return judgeAgain(events, rest).verdicts.flatMap((full) => {
    const other = without.get(full.call);
    return other === undefined ? [] : [{ call: full.call, full, without: other, says: compare(full, other) }];
  });
}

function compare(full: VerdictDraft, other: VerdictDraft): Comparison['says'] {
  if (other.kind === 'call.abstained') return 'abstains';
  if (full.kind === 'call.abstained') return 'nothing-to-compare';
  const sameItem = full.item === undefined || other.item === undefined || full.item === other.item;
  return full.thread === other.thread && sameItem ? 'agrees' : 'wrong';
}

const isVerdict = <E extends Event | Draft>(event: E): event is E & { kind: VerdictEvent['kind'] } =>
  event.kind === 'call.attributed' || event.kind === 'call.abstained';

function describe(verdict: VerdictDraft | VerdictEvent | undefined): string {
  if (verdict === undefined) return 'none';
  if (verdict.kind === 'call.abstained')
    return ['abstained', verdict.reason, ...verdict.candidates].join(' ');
  const { tier, thread, window, response, item, agrees } = verdict;
  const place = [`thread ${thread}`, window, response && `response ${response}`, item && `item ${item}`];
  return [
    'attributed',
    tier,
    ...place.filter((part) => part !== undefined),
    ...agrees.map((other) => `+${other}`),
  ].join(' ');
}
