import {
  callRows,
  exposureFor,
  pipelineRows,
  statusOf,
  type CallRow,
  type CaptureState,
} from '../../shared/model/index.ts';
import { print, styled, type Io } from './io.ts';
import { table } from './table.ts';

/** What a run came to, for scripts and for people. `capture` is null for a run that the library does not keep. */
export function summaryOf(capture: string | null, state: CaptureState, out: string | undefined) {
  const { probe, ...counts } = statusOf(state);
  const finished = probe?.finished ?? null;
  return {
    capture,
    client: probe?.client ?? 'unknown',
    version: probe?.version ?? null,
    scenario: probe?.scenario ?? 'unknown',
    metaWithheld: probe?.metaWithheld ?? false,
    exit: finished?.exit ?? 1,
    code: finished?.code ?? null,
    turnCompleted: finished?.turnCompleted ?? false,
    finalEquals: finished?.finalEquals ?? false,
    wallMs: finished?.wallMs ?? counts.latest,
    events: counts.events,
    attributed: counts.attributed,
    abstained: counts.abstained,
    threads: [...state.threads.threads.values()].map(({ thread, parent, role, evidence }) => ({
      thread,
      parent,
      role,
      evidence,
    })),
    exposures: exposuresOf(state),
    calls: callRows(state.calls).map(callOf),
    ...(out === undefined ? {} : { out }),
  };
}
export type ProbeSummary = ReturnType<typeof summaryOf>;

export const callOf = ({ call, server, tool, state, durationMs, approval, verdict }: CallRow) => ({
  call,
  server,
  tool,
  state,
  durationMs,
  decision: approval?.decision ?? null,
  verdict:
    verdict === null
      ? null
      : verdict.kind === 'attributed'
        ? {
            verdict: 'attributed' as const,
            tier: verdict.tier,
            thread: verdict.thread,
            agrees: verdict.agrees,
          }
        : { verdict: 'abstained' as const, reason: verdict.reason, candidates: verdict.candidates },
});

/** How many tools the model was shown in which way, in the latest request of any thread. */
function exposuresOf(state: CaptureState): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of pipelineRows(state.pipeline)) {
    const shown = exposureFor(row, null)?.exposure;
    if (shown !== undefined) counts[shown] = (counts[shown] ?? 0) + 1;
  }
  return counts;
}

export function printSummary(io: Io, summary: ProbeSummary): void {
  const { client, version, scenario, exit, code, turnCompleted, finalEquals } = summary;
  const good = exit === 0 && turnCompleted && finalEquals;
  const how = good ? 'as expected' : code === null ? 'not as expected' : code;
  print(
    io,
    styled(io, 'bold', `${client}${version === null ? '' : ` ${version}`} played ${scenario}: ${how}`),
  );
  const rows = [
    ['turn completed', turnCompleted ? 'yes' : 'no'],
    ['final text as expected', finalEquals ? 'yes' : 'no'],
    ['took', `${Math.round(summary.wallMs)} ms, ${summary.events} events`],
    ['threads', `${summary.threads.length}`],
    [
      'tools shown',
      Object.entries(summary.exposures)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ') || 'none',
    ],
    ['calls', `${summary.calls.length}: ${summary.attributed} attributed, ${summary.abstained} abstained`],
  ];
  for (const line of table(rows, { indent: 2 })) print(io, line);
  const calls = summary.calls.map(({ tool, state, durationMs, decision, verdict }) => [
    tool,
    state,
    durationMs === null ? '' : `${Math.round(durationMs)} ms`,
    decision ?? '',
    verdict === null
      ? ''
      : verdict.verdict === 'attributed'
        ? `${verdict.thread} by ${verdict.tier}`
        : `abstained: ${verdict.reason}`,
  ]);
  for (const line of table(calls, { indent: 4 })) print(io, line);
  if (summary.capture !== null) print(io, `Capture ${summary.capture}`);
  if (summary.out !== undefined) print(io, `Capture written to ${summary.out}`);
  if (summary.capture === null && summary.out === undefined)
    print(io, 'The capture was not kept; --out FILE keeps it.');
}
