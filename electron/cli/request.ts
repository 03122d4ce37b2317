import type { RequestOutcome } from '../runtime/mcp/types.ts';
import type { Connected } from './connect.ts';
import { findingJson, fromServer, printFindings } from './findings.ts';
import { failed, note, printJson, type ExitCode, type Io } from './io.ts';

const milliseconds = ({ startedAt, finishedAt }: RequestOutcome): number =>
  Number((finishedAt - startedAt) / 1000n) / 1000;

/** Prints what one request came to, the same way for every verb. `show` prints a result for people. */
export function printRequest(
  io: Io,
  { connection }: Connected,
  outcome: RequestOutcome,
  options: { readonly json?: true },
  show: (result: NonNullable<RequestOutcome['result']>) => void,
): ExitCode {
  const { result, fault, findings } = outcome;
  if (options.json === true) {
    printJson(io, {
      server: connection.server,
      outcome: outcome.outcome,
      durationMs: milliseconds(outcome),
      ...(result === undefined ? {} : { result }),
      ...(fault === undefined ? {} : { fault }),
      findings: findings.map(fromServer).map(findingJson),
    });
  } else {
    if (result !== undefined) show(result);
    printFindings(io, findings.map(fromServer));
    note(io, `${outcome.outcome} in ${Math.round(milliseconds(outcome))} ms`);
  }
  if (outcome.outcome === 'ok') return 0;
  if (fault !== undefined) return failed(io, fault);
  return io.signal.aborted ? 130 : 1;
}
