import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandArgs, RuntimeClient } from '../../../shared/contract.ts';
import type { Event } from '../../../shared/event.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { applyCapture, initCapture, type CaptureState } from '../../../shared/model/index.ts';
import { answerApprovals } from '../approvals.ts';
import { configOf } from '../connect.ts';
import { modelClassOf, playedHostOf } from '../host.ts';
import { failed, isInteractive, note, printJson, refused, type ExitCode, type Io } from '../io.ts';
import { withRuntime } from '../runtime.ts';
import { parseSelector, type SelectorOptions } from '../selector.ts';
import { writeOut } from './export.ts';
import { printSummary, summaryOf } from '../probe-summary.ts';

export interface ProbeOptions extends SelectorOptions {
  readonly client: string;
  readonly as: string;
  readonly model?: string;
  readonly scenario?: string;
  readonly withholdMeta?: true;
  readonly approve: NonNullable<CommandArgs<'probe.run'>['approve']>;
  readonly out?: string;
  readonly json?: true;
}

/** One isolated run of the built-in host, recorded into a capture of its own. */
export async function probe(
  io: Io,
  name: string | undefined,
  options: ProbeOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const usage = checkUsage(io, options);
  if (usage !== undefined) return refused(io, usage);
  const host = playedHostOf(io, options.as);
  if (!host.ok) return refused(io, host.fault);
  const modelClass = modelClassOf(host.value, options.model);
  if (!modelClass.ok) return refused(io, modelClass.fault);
  const selector = parseSelector(name, options, tail, io.env);
  if (!selector.ok) return refused(io, selector.fault);
  const config = selector.value === undefined ? undefined : await configOf(io, selector.value, options);
  if (config?.ok === false) return refused(io, config.fault);

  const { profile } = host.value;
  const work = async (client: RuntimeClient): Promise<ExitCode> => {
    if (config !== undefined) {
      const added = await register(client, config.value);
      if (!added.ok) return failed(io, added.fault);
    }
    const scenario = await scenarioFor(client, profile.id, options.scenario);
    if (!scenario.ok) return refused(io, scenario.fault);
    return runAndTell(io, client, options, {
      host: profile.id,
      version: profile.version,
      scenario: scenario.value,
      approve: options.approve,
      ...(modelClass.value === undefined ? {} : { modelClass: modelClass.value }),
      ...(options.withholdMeta === true ? { withholdMeta: true } : {}),
      ...(config === undefined ? {} : { server: config.value.name }),
    });
  };
  // A server of the user's choice is registered for this run only, so the run gets a home of its own.
  return config === undefined
    ? withRuntime(io, work)
    : inTemporaryHome((home) => withRuntime(io, work, { home }));
}

function checkUsage(io: Io, options: ProbeOptions): Fault | undefined {
  if (!/^builtin(@|$)/.test(options.client)) {
    return fault('client-unknown', `--client: "${options.client}" cannot be probed.`, {
      next: 'This version has one client: builtin, which plays the host of --as.',
    });
  }
  return options.approve === 'ask' && !isInteractive(io)
    ? fault('no-terminal', '--approve ask needs a terminal.', {
        next: 'Use --approve scenario, all or none.',
      })
    : undefined;
}

async function inTemporaryHome(work: (home: string) => Promise<ExitCode>): Promise<ExitCode> {
  const home = await mkdtemp(path.join(tmpdir(), 'throughline-probe-'));
  try {
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The user agreed to this command line on the terminal (or by typing it), before the runtime was asked. */
async function register(
  client: RuntimeClient,
  config: CommandArgs<'servers.add'>['config'],
): Promise<Result<void>> {
  const added = await client.request('servers.add', { config });
  if (!added.ok) return added;
  const { commandLine } = added.value;
  if (commandLine === undefined) return ok(undefined);
  const agreed = await client.request('servers.consent', { name: config.name, commandLine });
  return agreed.ok ? ok(undefined) : agreed;
}

/** The scenario named, or the first one that plays on this host. */
async function scenarioFor(
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

async function runAndTell(
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
  const state = await watch(io, client, capture);
  answering?.close();
  io.signal.removeEventListener('abort', stop);
  if (!state.ok) return failed(io, state.fault);

  if (options.out !== undefined) {
    const text = await client.request('captures.export', { capture, format: 'json' });
    const written = text.ok ? await writeOut(options.out, text.value.text) : text;
    if (!written.ok) return refused(io, written.fault);
  }
  // The library of a run with the user's own server goes away with its home.
  const summary = summaryOf(request.server === undefined ? capture : null, state.value, options.out);
  if (options.json === true) printJson(io, summary);
  else printSummary(io, summary);
  if (summary.exit === 130 || io.signal.aborted) return 130;
  return summary.exit === 0 && summary.turnCompleted && summary.finalEquals ? 0 : 1;
}

/** Folds the events of the run with the reducers of the window until its capture ends. */
async function watch(io: Io, client: RuntimeClient, capture: string): Promise<Result<CaptureState>> {
  const state = initCapture();
  return new Promise((resolve) => {
    const subscription = client.subscribe(
      'events',
      { capture, from: 0 },
      (events) => {
        for (const event of events) {
          applyCapture(state, event);
          if (io.stderr.isTTY === true) tell(io, event);
        }
        if (state.status.ended === null) return;
        subscription.close();
        resolve(ok(state));
      },
      (reason) =>
        resolve({ ok: false, fault: reason ?? fault('stream-ended', 'The run was lost sight of.') }),
    );
  });
}

function tell(io: Io, event: Event): void {
  if (event.kind === 'probe.step') note(io, `${event.index + 1}/${event.of} ${event.step}`);
  if (event.kind === 'call.finished') note(io, `    ${event.tool}: ${event.outcome}`);
}
