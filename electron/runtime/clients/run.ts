import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/fault.ts';
import type { ModelClass } from '../../../shared/hosts/index.ts';
import { findIsolation, type Isolation } from './isolation/detect.ts';
import { launchIsolated } from './isolation/launch.ts';
import type { RawTool } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';
import {
  openTapListener,
  wrapCommand,
  type StdioCommand,
  type TapListener,
  type TappedHandshake,
  type WrapSettings,
} from '../tap/index.ts';
import type { LocatedClient } from './locate.ts';
import { launchPlain, type ClientProcess, type RunningClient } from './launch.ts';
import { follow, readReports, type OutputCounts } from './output.ts';
import { recordReport } from './report.ts';
import { createScratch, removeScratch, writePlan } from './scratch.ts';
import type { ClientReport, ClientWay, Scratch } from './types.ts';
import { bareEnvironment } from './environment.ts';
import { viewFor } from './view.ts';

export interface RunClientOptions {
  readonly recorder: Recorder;
  readonly client: LocatedClient;
  readonly way: ClientWay;
  /** As shipped when left out. */
  readonly modelClass?: ModelClass;
  /** `http://127.0.0.1:PORT`. */
  readonly providerUrl: string;
  /** What the provider wants to see; from `newCredential`. */
  readonly key: string;
  /** The probed server; it runs behind a tap. Its environment and folder reach it past the client. */
  readonly server: StdioCommand & { readonly name: string; readonly cwd?: string };
  /** Raw names of its tools that the run may call. */
  readonly tools: readonly string[];
  readonly prompt: string;
  readonly approve?: boolean;
  readonly required?: boolean;
  /** Record the calls without the ids that the client puts on the MCP wire. */
  readonly withholdIds?: boolean;
  /** `none` leaves the run on the machine's network, and says so. */
  readonly isolation?: 'auto' | 'none';
  /** The client has this long, ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now?: Date;
}

/** How the run was kept away from the rest. */
export type IsolationFact = { readonly kind: 'namespaces' } | { readonly kind: 'none'; readonly why: string };

export interface ClientRun {
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
  readonly reports: readonly ClientReport[];
  readonly finalText: string | undefined;
  readonly stdout: OutputCounts;
  readonly stderr: OutputCounts & { readonly last: readonly string[] };
  /** One for each process of the server that it started. */
  readonly servers: readonly { readonly handshake: TappedHandshake; readonly tools: readonly RawTool[] }[];
}

/** After SIGTERM a client may take this long, ms. */
const graceMs = 2000;

/** Starts a client in isolation, lets it play its part, and leaves nothing of it behind. */
export async function runClient(options: RunClientOptions): Promise<Result<ClientRun>> {
  const made = await createScratch();
  if (!made.ok) return made;
  const scratch = made.value;
  try {
    const taps = await openTapListener({
      recorder: options.withholdIds === true ? withoutIds(options.recorder) : options.recorder,
      folder: scratch.root,
      servers: [options.server.name],
    });
    if (!taps.ok) return taps;
    try {
      return await play(options, scratch, taps.value);
    } finally {
      await taps.value.close();
    }
  } finally {
    await removeScratch(scratch);
  }
}

async function play(
  options: RunClientOptions,
  scratch: Scratch,
  taps: TapListener,
): Promise<Result<ClientRun>> {
  const { recorder, client, server } = options;
  const { recipe } = client;
  const plan = recipe.launch({
    version: client.version,
    scratch,
    providerUrl: options.providerUrl,
    key: options.key,
    way: options.way,
    prompt: options.prompt,
    server: {
      name: server.name,
      ...wrapCommand({ ...server, env: {} }, taps.address, await writeSettings(scratch, server)),
    },
    tools: options.tools,
    approve: options.approve ?? true,
    required: options.required ?? true,
    modelClass: options.modelClass,
    now: options.now ?? new Date(),
  });
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
          providerUrl: options.providerUrl,
          view: await viewFor(scratch, client, [server.command, ...server.args]),
          onAsked: (name) => asked.set(name, (asked.get(name) ?? 0) + 1),
        })
      : await launchPlain(command);
  if (!started.ok) return started;
  const running = started.value;

  const reader = recipe.reader(server.name);
  const reports: ClientReport[] = [];
  const toolNames = (): readonly string[] => [
    ...options.tools,
    ...taps.taps.flatMap((tap) => tap.tools().map(({ name }) => name)),
  ];
  const reading = readReports(reader, (report, at) => {
    reports.push(report);
    recordReport(recorder, { server: server.name, tools: toolNames }, report, at);
  });
  const stdout = follow(running.stdout, reading.line, reading.end);
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
    reports,
    finalText: reader.finalText(),
    stdout: stdout.counts(),
    stderr: { ...stderr.counts(), last: stderr.last() },
    servers: taps.taps.map((tap) => ({ handshake: tap.handshake(), tools: tap.tools() })),
  });
}

const withoutIds = (recorder: Recorder): Recorder => ({
  ...recorder,
  emit: (draft, at) => {
    if (draft.kind !== 'call.started') return recorder.emit(draft, at);
    const { meta: _withheld, ...rest } = draft;
    return recorder.emit(rest, at);
  },
});

/** The server's own environment may hold secrets: they are for no client's configuration and for no command line. */
async function writeSettings(
  scratch: Scratch,
  { env, cwd }: RunClientOptions['server'],
): Promise<string | undefined> {
  if (Object.keys(env).length === 0 && cwd === undefined) return undefined;
  const file = join(scratch.root, 'tapped-server.json');
  const settings: WrapSettings = { env, ...(cwd === undefined ? {} : { cwd }) };
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  return file;
}

/** Waits for the client; asks it to go when its time is up or nobody wants it any more, and then makes it. */
async function waitForEnd(
  running: RunningClient,
  { timeoutMs, signal }: Pick<RunClientOptions, 'timeoutMs' | 'signal'>,
): Promise<ClientRun['ending']> {
  let ending: ClientRun['ending'] = 'exited';
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
