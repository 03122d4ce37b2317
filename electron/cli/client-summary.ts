import type { ClientVerdict } from '../../shared/contract.ts';
import { callRows, statusOf } from '../../shared/model/index.ts';
import { compareWithheld, type Comparison } from '../runtime/correlate/index.ts';
import { modelRequests, requestGroups, timingsOf } from './client-facts.ts';
import { callOf } from './probe-summary.ts';
import type { Watched } from './watch.ts';

/** Everything but the windows: what is left decides by containment alone. */
const BESIDE_WINDOWS = ['meta', 'structured', 'lifecycle'] as const;

export interface Kept {
  /** Null for a run that the library does not keep. */
  readonly capture: string | null;
  readonly out?: string | undefined;
}

/** What a run of a real client came to, for scripts and for people. */
export function clientSummary(verdict: ClientVerdict, { state, events }: Watched, kept: Kept) {
  const { probe, ...counts } = statusOf(state);
  const finished = probe?.finished ?? null;
  const { threads, windows } = state.threads;
  const { capture: _ofTheRun, missing, asked, stderr: _forPeople, fault, ...facts } = verdict;
  return {
    capture: kept.capture,
    ...facts,
    version: verdict.version ?? null,
    modelClass: verdict.modelClass ?? null,
    installMs: verdict.installMs ?? null,
    scenario: probe?.scenario ?? 'unknown',
    metaWithheld: probe?.metaWithheld ?? false,
    code: finished?.code ?? null,
    wallMs: finished?.wallMs ?? counts.latest,
    events: counts.events,
    attributed: counts.attributed,
    abstained: counts.abstained,
    missing,
    asked,
    ...(fault === undefined ? {} : { fault }),
    modelRequests: modelRequests(events),
    requests: requestGroups(events),
    threads: [...threads.values()].map(({ thread, parent, parentEvidence, role, evidence }) => ({
      thread,
      parent,
      parentEvidence,
      role,
      evidence,
    })),
    windows: [...windows.values()].map(({ window, thread, openedAt, closedAt }) => ({
      window,
      thread,
      openedAt,
      closedAt,
    })),
    calls: callRows(state.calls).map((row) => ({
      ...callOf(row),
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
    })),
    windowsAlone: countsOf(compareWithheld(events, { withhold: BESIDE_WINDOWS })),
    timings: timingsOf(events),
    ...(kept.out === undefined ? {} : { out: kept.out }),
  };
}
export type ClientSummary = ReturnType<typeof clientSummary>;

/** The calls judged again by their windows alone, against what all evidence says. */
function countsOf(compared: readonly Comparison[]) {
  const count = (says: Comparison['says']): number => compared.filter((one) => one.says === says).length;
  return {
    agrees: count('agrees'),
    abstains: count('abstains'),
    wrong: count('wrong'),
    calls: compared.map(({ call, says, without }) => ({
      call,
      says,
      ...(without.kind === 'call.abstained' ? { reason: without.reason } : {}),
    })),
  };
}
