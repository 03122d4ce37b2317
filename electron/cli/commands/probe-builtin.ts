import type { CommandArgs, RuntimeClient } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { answerApprovals } from '../approvals.ts';
import { answerSignIn } from '../authorization.ts';
import { failed, printJson, refused, type ExitCode, type Io } from '../io.ts';
import { keepRun } from '../probe-home.ts';
import { printSummary, summaryOf } from '../probe-summary.ts';
import { watchCapture } from '../watch.ts';
import type { ProbeOptions } from '../probe-options.ts';

/** The scenario named, or the first one that plays on this host. */
export async function scenarioFor(
  client: RuntimeClient,
  host: CommandArgs<'probe.run'>['host'],
  wanted: string | undefined,
): Promise<Result<string>> {
  const reply = await client.request('probe.scenarios', {});
  if (!reply.ok) return reply;
  const playable = reply.value.scenarios.filter((one) => one.hosts.includes(host));
  const found = wanted === undefined ? playable[0] : playable.find((one) => one.id === wanted);
  if (found !== undefined) return ok(found.id);
  return fail('scenario-unknown', `--scenario: there is no scenario "${wanted ?? ''}" for ${host}.`, {
    next: `There are: ${playable.map((one) => one.id).join(', ')}.`,
  });
}

export async function runBuiltinAndTell(
  io: Io,
  client: RuntimeClient,
  options: ProbeOptions,
  request: CommandArgs<'probe.run'>,
): Promise<ExitCode> {
  const started = await client.request('probe.run', request);
  if (!started.ok) return failed(io, started.fault);
  const { capture } = started.value;
  const stop = (): void => void client.request('probe.cancel', { capture });
  io.signal.addEventListener('abort', stop, { once: true });
  const answering = options.approve === 'ask' ? answerApprovals(io, client, capture) : undefined;
  const signingIn =
    request.server === undefined ? undefined : answerSignIn(io, client, request.server, options.yes === true);
  const watched = await watchCapture(io, client, capture);
  answering?.close();
  signingIn?.close();
  io.signal.removeEventListener('abort', stop);
  if (!watched.ok) return failed(io, watched.fault);

  const kept = await keepRun(io, client, capture, options, request.server !== undefined);
  if (!kept.ok) return refused(io, kept.fault);
  const summary = summaryOf(kept.value.capture, watched.value.state, kept.value.out);
  if (options.json === true) printJson(io, summary);
  else printSummary(io, summary);
  if (summary.exit === 130 || io.signal.aborted) return 130;
  return summary.exit === 0 && summary.turnCompleted && summary.finalEquals ? 0 : 1;
}
