import { ClientId, type CommandArgs, type RuntimeClient } from '../../../shared/contract.ts';
import { fail, faultLine, ok, type Result } from '../../../shared/fault.ts';
import { printClientSummary } from '../client-print.ts';
import { clientSummary } from '../client-summary.ts';
import { note, printJson, refused, failed, type ExitCode, type Io } from '../io.ts';
import { plainLine } from '../plain.ts';
import { watchCapture } from '../watch.ts';
import { keepRun } from '../probe-home.ts';
import type { ProbeOptions } from '../probe-options.ts';

type Request = CommandArgs<'probe.client'>;

/** Reads `ID[@VERSION]` and what goes with it. */
export function clientRequest(options: ProbeOptions): Result<Request> {
  const [id = '', version] = options.client.split('@', 2);
  const known = ClientId.safeParse(id);
  if (!known.success) {
    return fail('client-unknown', `--client: "${id}" cannot be probed.`, {
      next: `There are: builtin, ${ClientId.options.join(', ')}.`,
    });
  }
  if (options.approve === 'ask') {
    return fail('approve-not-for-clients', '--approve ask: a real client without a terminal asks nobody.', {
      next: 'Use --approve all or none.',
    });
  }
  if (options.as !== undefined) {
    return fail('as-not-for-clients', '--as names what the built-in client plays; a real client is itself.', {
      next: 'Leave --as out, or use --client builtin.',
    });
  }
  const model = options.model === undefined ? undefined : modelClassOf(options.model);
  if (model?.ok === false) return model;
  return ok({
    client: known.data,
    approve: options.approve === 'none' ? 'none' : 'all',
    ...(version === undefined ? {} : { version }),
    ...(model === undefined ? {} : { modelClass: model.value }),
    ...(options.scenario === undefined ? {} : { scenario: options.scenario }),
    ...(options.wire === undefined ? {} : { wire: options.wire }),
    ...(options.transport === undefined ? {} : { transport: options.transport }),
    ...(options.login === undefined ? {} : { login: options.login }),
    ...(options.withholdMeta === true ? { withholdMeta: true } : {}),
    ...(options.isolation ? {} : { isolation: 'none' as const }),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
  });
}

function modelClassOf(text: string): Result<NonNullable<Request['modelClass']>> {
  switch (text) {
    case 'direct':
    case 'search':
    case 'exec':
    case 'flat':
      return ok(text);
    default:
      return fail('model-class-unknown', `--model: there is no class "${text}".`, {
        next: 'There are: direct, search, exec, flat.',
      });
  }
}

/** Faults that come from what was typed, not from what happened. */
const usage: readonly string[] = [
  'client-unknown',
  'client-version-invalid',
  'scenario-unknown',
  'scenario-not-for-clients',
  'scenario-not-for-host',
  'model-class-unknown',
  'way-unknown',
  'server-not-stdio',
];

/** Runs one probe of a real client and tells what it came to. */
export async function runClientAndTell(
  io: Io,
  client: RuntimeClient,
  options: ProbeOptions,
  request: Request,
): Promise<ExitCode> {
  const started = await client.request('probe.client', request);
  if (!started.ok)
    return usage.includes(started.fault.code) ? refused(io, started.fault) : failed(io, started.fault);
  const { capture } = started.value;
  const stop = (): void => void client.request('probe.cancel', { capture });
  io.signal.addEventListener('abort', stop, { once: true });
  if (io.signal.aborted) stop();
  const installing = tellInstallation(io, client, request.client);
  const watched = await watchCapture(io, client, capture);
  installing.close();
  io.signal.removeEventListener('abort', stop);
  if (!watched.ok) return failed(io, watched.fault);
  const verdict = await client.request('probe.verdict', { capture });
  if (!verdict.ok) return failed(io, verdict.fault);

  const kept = await keepRun(io, client, capture, options, request.server !== undefined);
  if (!kept.ok) return refused(io, kept.fault);
  const summary = clientSummary(verdict.value, watched.value, kept.value);
  if (options.json === true) printJson(io, summary);
  else printClientSummary(io, summary);
  if (summary.fault !== undefined) note(io, plainLine(faultLine(summary.fault)));
  if (summary.exit === 130 || io.signal.aborted) return 130;
  return summary.exit === 0 ? 0 : 1;
}

/** npm does not say how far it is; a terminal sees that it is still at it. */
function tellInstallation(io: Io, client: RuntimeClient, id: ClientId): { close(): void } {
  if (io.stderr.isTTY !== true) return { close: () => undefined };
  let told = 0;
  return client.subscribe('clients', {}, (offers) => {
    const busy = offers.find((offer) => offer.id === id)?.installing;
    if (busy === undefined || busy.elapsedMs - told < 5000) return;
    told = busy.elapsedMs;
    note(io, `    installing ${id} ${busy.version}, ${Math.round(busy.elapsedMs / 1000)} s`);
  });
}
