import type { Draft, Event, LocalId } from '../../event.ts';
import {
  applyCorrelation,
  initCorrelation,
  settleCorrelation,
  type CorrelationOptions,
  type Emission,
} from '../correlation/index.ts';

export type VerdictDraft = Extract<Draft, { kind: 'call.attributed' | 'call.abstained' }>;

/** Everything that the correlator says of a finished capture. */
export function correlate(events: readonly Event[], options: CorrelationOptions = {}): Emission[] {
  const state = initCorrelation(options);
  const emissions = events.flatMap((event) => applyCorrelation(state, event));
  return [...emissions, ...settleCorrelation(state, state.latest)];
}

export const isVerdict = (draft: Draft): draft is VerdictDraft =>
  draft.kind === 'call.attributed' || draft.kind === 'call.abstained';

/** Verdicts by call. A call that was judged twice is a fault. */
export function verdicts(
  events: readonly Event[],
  options: CorrelationOptions = {},
): Map<LocalId, VerdictDraft> {
  const judged = new Map<LocalId, VerdictDraft>();
  for (const { draft } of correlate(events, options)) {
    if (!isVerdict(draft)) continue;
    if (judged.has(draft.call)) throw new Error(`${draft.call} was judged twice.`);
    judged.set(draft.call, draft);
  }
  return judged;
}
