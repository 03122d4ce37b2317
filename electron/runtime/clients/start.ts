import { ok, type Result } from '../../../shared/fault.ts';
import type { Recorder } from '../recorder.ts';
import { bareEnvironment } from './environment.ts';
import { findIsolation, type Isolation } from './isolation/detect.ts';
import { launchIsolated } from './isolation/launch.ts';
import { launchPlain, type ClientProcess, type RunningClient } from './launch.ts';
import type { LocatedClient } from './locate.ts';
import { follow, type OutputCounts } from './output.ts';
import { writePlan } from './scratch.ts';
import type { LaunchPlan, Scratch } from './types.ts';
import { viewFor } from './view.ts';

export interface StartOptions {
  readonly recorder: Recorder;
  readonly client: LocatedClient;
  readonly plan: LaunchPlan;
  readonly scratch: Scratch;
  /** `http://127.0.0.1:PORT`; without one there is nothing to reach. */
  readonly providerUrl?: string;
  /** Programs and files that the run needs, by absolute path. */
  readonly programs: readonly string[];
  /** `none` leaves the run on the machine's network, and says so. */
  readonly isolation: 'auto' | 'none';
  /** The client has this long, ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Lines of its standard output, with the moment they were whole. */
  readonly onLine: (text: string, at: bigint) => void;
  readonly onEnd: () => void;
}

/** How the run was kept away from the rest. */
export type IsolationFact = { readonly kind: 'namespaces' } | { readonly kind: 'none'; readonly why: string };

/** What became of one start of a client. */
export interface EndedClient {
  readonly exit: number | null;
  readonly signal: string | null;
  readonly ending: 'exited' | 'timeout' | 'cancelled';
  /** From its start to its end, ms. */
  readonly wallMs: number;
  readonly isolation: IsolationFact;
  /** Host names that it asked for in vain, with counts. For people: a name can carry anything. */
  readonly asked: ReadonlyMap<string, number>;
  /** Processes that it left behind; they were ended. */
  readonly left: number;
  readonly stdout: OutputCounts;
  readonly stderr: OutputCounts & { readonly last: readonly string[] };
}

/** After SIGTERM a client may take this long, ms. */
const graceMs = 2000;

/** Starts a client as planned, apart from the rest where that is possible, and follows it to its end. */
export async function startPlan(options: StartOptions): Promise<Result<EndedClient>> {
  const { recorder, client, plan, scratch } = options;
  await writePlan(scratch, plan);
  const command: ClientProcess = {
    command: client.command,
    args: [...client.args, ...plan.args],
    cwd: scratch.work,
    env: { ...bareEnvironment(scratch, client.path), ...client.env, ...plan.env },
  };

  const asked = new Map<string, number>();
  const isolation: Isolation =
    options.isolation === 'none' ? { kind: 'none', why: 'not-wanted' } : await findIsolation();
  const note = (code: string, count?: number): void => {
    recorder.emit({
      kind: 'capture.note',
      source: 'host',
      evidence: 'measured',
      code: recorder.gate.code(code),
      ...(count === undefined ? {} : { count }),
    });
  };
  note(isolation.kind === 'namespaces' ? 'network-isolated' : 'not-network-isolated');

  const startedAt = performance.now();
  const started =
    isolation.kind === 'namespaces'
      ? await launchIsolated(command, {
          isolation,
          ...(options.providerUrl === undefined ? {} : { providerUrl: options.providerUrl }),
          view: await viewFor(scratch, client, options.programs),
          onAsked: (name) => asked.set(name, (asked.get(name) ?? 0) + 1),
        })
      : await launchPlain(command);
  if (!started.ok) return started;
  const running = started.value;

  const stdout = follow(running.stdout, options.onLine, options.onEnd);
  const stderr = follow(
    running.stderr,
    () => undefined,
    () => undefined,
  );

  const ending = await waitForEnd(running, options);
  const exit = await running.exit;
  const wallMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const { left } = await running.ended;
  await Promise.all([stdout.done, stderr.done]);
  if (asked.size > 0) note('outside-names-asked', asked.size);
  return ok({
    exit: exit.code,
    signal: exit.signal,
    ending,
    wallMs,
    isolation: isolation.kind === 'none' ? { kind: 'none', why: isolation.why } : { kind: 'namespaces' },
    asked,
    left,
    stdout: stdout.counts(),
    stderr: { ...stderr.counts(), last: stderr.last() },
  });
}

/** Waits for the client; asks it to go when its time is up or nobody wants it any more, and then makes it. */
async function waitForEnd(
  running: RunningClient,
  { timeoutMs, signal }: Pick<StartOptions, 'timeoutMs' | 'signal'>,
): Promise<EndedClient['ending']> {
  let ending: EndedClient['ending'] = 'exited';
  const timers: NodeJS.Timeout[] = [];
  const stop = (why: 'timeout' | 'cancelled') => (): void => {
    if (ending !== 'exited') return;
    ending = why;
    running.signal('SIGTERM');
    timers.push(setTimeout(() => running.kill(), graceMs));
  };
  const onAbort = stop('cancelled');
  timers.push(setTimeout(stop('timeout'), timeoutMs));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  await running.exit;
  signal.removeEventListener('abort', onAbort);
  timers.forEach(clearTimeout);
  return ending;
}
