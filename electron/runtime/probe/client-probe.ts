import type { ClientProbeRequest, ClientVerdict, ServerConfig } from '../../../shared/contract.ts';
import { HostRef } from '../../../shared/event.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { resolveHost, type HostTool, type ModelClass } from '../../../shared/hosts/index.ts';
import { finalText, type Scenario } from '../../../shared/scenario.ts';
import {
  findClient,
  newCredential,
  ON_PATH,
  runClient,
  type ClientRun,
  type FindOptions,
  type LocatedClient,
} from '../clients/index.ts';
import { toHostTool } from '../host/host-tool.ts';
import { nodeCommand } from '../mcp/node-command.ts';
import { createProvider } from '../provider/index.ts';
import type { Recorder } from '../recorder.ts';
import { createRunFacts, type RunFacts } from './client-facts.ts';
import { plannedVersion, type ClientPlan } from './client-plan.ts';
import { learnServer, type LearntServer } from './client-server.ts';
import { faultOf, missingOf, type Expected } from './client-verdict.ts';
import { PROBE_SERVER, probeServerConfig } from './probe-server.ts';
import { substituteFor } from './substitute.ts';

export interface ClientProbeOptions {
  readonly recorder: Recorder;
  readonly request: ClientProbeRequest;
  readonly plan: ClientPlan;
  /** Folder of the bundled probe servers. */
  readonly probeServers: string;
  /** Version of this program. */
  readonly version: string;
  /** Where installed clients are kept. */
  readonly cache: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly onInstall?: FindOptions['onProgress'];
  /** How the client is found; tests have one of their own. */
  readonly find?: (options: FindOptions) => Promise<Result<LocatedClient>>;
}

const STEPS = ['client', 'server', 'provider', 'run', 'verdict'] as const;
type Step = (typeof STEPS)[number];

/** A client that was started may take this long, ms. */
const DEFAULT_TIMEOUT_MS = 60_000;

const now = (): bigint => process.hrtime.bigint();
const since = (start: bigint): number => Number((now() - start) / 1000n) / 1000;

interface Played {
  readonly client: LocatedClient;
  readonly run: ClientRun;
  readonly server: LearntServer;
}

/**
 * One run of a real client: found or installed, started in isolation against the fake provider and a tapped server, recorded,
 * and judged. Whatever goes wrong on the way is part of the verdict; nothing of the run is left afterwards.
 */
export async function runClientProbe(options: ClientProbeOptions): Promise<ClientVerdict> {
  const { recorder, request, plan, signal } = options;
  const { gate } = recorder;
  const { recipe, scenario, way, modelClass } = plan;
  const startedAt = now();
  const probe = gate.local('probe');
  const facts = createRunFacts();
  const forget = recorder.onEvent(facts.apply);
  const origin = request.version === ON_PATH ? 'path' : 'pinned';
  const stamp = { source: 'host', evidence: 'measured' } as const;
  const step = (name: Step): void =>
    void recorder.emit({
      ...stamp,
      kind: 'probe.step',
      probe,
      step: gate.code(name),
      index: STEPS.indexOf(name),
      of: STEPS.length,
    });
  const begin = (version: string | undefined): void =>
    void recorder.emit({
      ...stamp,
      kind: 'probe.started',
      probe,
      client: gate.code(recipe.id),
      scenario: gate.code(scenario.id),
      metaWithheld: request.withholdMeta ?? scenario.withholdMeta,
      origin,
      way,
      ...(version === undefined ? {} : { version: gate.version(version) }),
      ...(modelClass === undefined ? {} : { modelClass }),
    });

  let installMs: number | undefined;
  const find = (): Promise<Result<LocatedClient>> =>
    guarded(() =>
      (options.find ?? findClient)({
        recipe,
        version: request.version,
        cache: options.cache,
        signal,
        env: options.env,
        onProgress: (version, progress) => {
          if (progress.step === 'installed') installMs = progress.elapsedMs;
          options.onInstall?.(version, progress);
        },
      }),
    );
  // The version of a program on PATH has to be asked for before anything can be said about the run.
  const before = origin === 'path' ? await find() : undefined;
  begin(before?.ok === true ? before.value.version : plannedVersion(request, plan));
  step('client');
  const client = before ?? (await find());
  const played = client.ok ? await guarded(() => playWith(options, client.value, step)) : client;

  const end = since(startedAt);
  forget();
  const cancelled = signal.aborted;
  const run = played.ok ? played.value.run : undefined;
  const finalEquals = run !== undefined && run.finalText === finalText(scenario);
  const told = facts.read();
  const turn = told.turn ?? (recipe.saysNoTurns === true && run?.exit === 0 ? 'turnCompleted' : undefined);
  const read: RunFacts = { ...told, turn };
  const expected: Expected = {
    title: recipe.title,
    server: plan.server?.name ?? PROBE_SERVER,
    calls: callsTools(scenario),
    unaided: request.approve === 'none',
    finalEquals,
    timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    loginPattern: recipe.loginPattern,
  };
  const wrong = wrongWith(played, read, expected, cancelled);
  const verdict: ClientVerdict = {
    capture: recorder.capture,
    client: recipe.id,
    ...(client.ok ? { version: client.value.version } : {}),
    origin,
    way,
    ...(modelClass === undefined ? {} : { modelClass }),
    exit: cancelled ? 130 : wrong === undefined ? 0 : 1,
    ending: run?.ending ?? (cancelled ? 'cancelled' : 'not-started'),
    clientExit: run?.exit ?? null,
    signal: run?.signal ?? null,
    turnCompleted: read.turn === 'turnCompleted',
    finalEquals,
    clientMs: run?.wallMs ?? 0,
    ...(installMs === undefined ? {} : { installMs }),
    isolation: isolationOf(run),
    missing: run === undefined ? [] : missingOf(run, read, expected),
    asked: [...(run?.asked ?? [])].map(([name, count]) => ({ name, count })),
    left: run?.left ?? 0,
    stderr: [...(run?.stderr.last ?? [])],
    ...(wrong === undefined ? {} : { fault: wrong }),
  };
  recorder.emit({
    ...stamp,
    kind: 'probe.finished',
    probe,
    exit: verdict.exit,
    wallMs: end,
    turnCompleted: verdict.turnCompleted,
    finalEquals,
    ending: verdict.ending,
    clientMs: verdict.clientMs,
    ...(verdict.clientExit === null ? {} : { clientExit: verdict.clientExit }),
    ...(run === undefined ? {} : { isolated: verdict.isolation.kind === 'namespaces' }),
    ...(wrong === undefined ? {} : { code: gate.code(wrong.code) }),
  });
  return verdict;
}

const isolationOf = (run: ClientRun | undefined): ClientVerdict['isolation'] => {
  if (run === undefined) return { kind: 'none', why: 'not-started' };
  return run.isolation.kind === 'none' ? { kind: 'none', why: run.isolation.why } : { kind: 'namespaces' };
};

function wrongWith(
  played: Result<Played>,
  facts: RunFacts,
  expected: Expected,
  cancelled: boolean,
): Fault | undefined {
  if (cancelled) return fault('cancelled', 'The probe was cancelled.');
  return played.ok ? faultOf(played.value.run, facts, expected) : played.fault;
}

/** The outer edge of a run: what nobody foresaw ends this run as a fault, not the program. */
async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    return fail('probe-broke', 'The probe broke off.', {
      cause: error instanceof Error ? error.message : String(error),
      next: 'Please report this with the client and the scenario.',
    });
  }
}

const callsTools = ({ roles }: Scenario): boolean =>
  Object.values(roles).some((turns) =>
    turns.some((turn) => turn.some(({ do: what }) => what === 'call' || what === 'parallel')),
  );

/** The class that the client will use, as far as it is known; it decides what is predicted. */
const classOf = ({ recipe, modelClass }: ClientPlan, version: string, usual: ModelClass): ModelClass =>
  modelClass ?? recipe.asShipped?.[version] ?? usual;

async function playWith(
  options: ClientProbeOptions,
  client: LocatedClient,
  step: (name: Step) => void,
): Promise<Result<Played>> {
  const { recorder, request, plan, signal } = options;
  const { recipe, scenario, way, modelClass } = plan;
  const host = resolveHost(recipe.id, client.version);
  if (host === undefined) {
    return fail('client-without-profile', `Nothing is known yet about how ${recipe.title} shows tools.`, {
      next: 'Probe another client.',
    });
  }
  const { profile } = host;

  step('server');
  const config: ServerConfig =
    plan.server ??
    probeServerConfig(PROBE_SERVER, scenario, profile, options.probeServers, nodeCommand(), 'legacy');
  const learnt = await learnServer(config, {
    bundled: plan.server === undefined,
    version: options.version,
    signal,
  });
  if (!learnt.ok) return learnt;
  const server = learnt.value;
  const { name } = server.command;
  const tools: readonly HostTool[] = server.tools.map((tool) => toHostTool(name, tool, profile));
  const settings = { modelClass: classOf(plan, client.version, profile.defaultModelClass) };

  step('provider');
  const at = new Date();
  const key = newCredential(way.login, at);
  const provider = await createProvider({
    recorder,
    profile,
    scenario,
    key,
    registeredTools: () => tools,
    settings: () => settings,
    exposedTo: HostRef.parse({ host: profile.id, version: profile.version, ...settings }),
    defaultServer: name,
    signal,
    ...(plan.server === undefined ? {} : { substitute: substituteFor(name, () => tools) }),
  });
  if (!provider.ok) return provider;
  try {
    step('run');
    const run = await runClient({
      recorder,
      client,
      way,
      ...(modelClass === undefined ? {} : { modelClass }),
      providerUrl: provider.value.url,
      key,
      server: server.command,
      tools: tools.map(({ tool }) => tool),
      prompt: scenario.prompt,
      approve: request.approve !== 'none',
      isolation: request.isolation ?? 'auto',
      withholdIds: request.withholdMeta ?? scenario.withholdMeta,
      timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      signal,
      now: at,
    });
    step('verdict');
    return run.ok ? ok({ client, run: run.value, server }) : run;
  } finally {
    await provider.value.close();
  }
}
