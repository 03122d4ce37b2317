import { randomBytes } from 'node:crypto';
import type { ProbeRequest, ServerConfig } from '../../../shared/contract.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { resolvePlayed, type ModelClass, type PlayedProfile } from '../../../shared/hosts/index.ts';
import { finalText, type Scenario } from '../../../shared/scenario.ts';
import {
  createAnswerer,
  createHost,
  hostServer,
  type Contribution,
  type Host,
  type LastingApproval,
  type UserDesk,
} from '../host/index.ts';
import type { InstanceId } from '../../../shared/event.ts';
import type { Authorizer } from '../mcp/authorizer.ts';
import { connectServer } from '../mcp/connect.ts';
import { nodeCommand, type NodeCommand } from '../mcp/node-command.ts';
import { createProvider, MODEL, type Provider, type StageAction } from '../provider/index.ts';
import type { Recorder } from '../recorder.ts';
import { PROBE_SERVER, probeServerConfig } from './probe-server.ts';
import type { Scenarios } from './scenarios.ts';
import { substituteFor } from './substitute.ts';

export interface BuiltinProbeOptions {
  readonly recorder: Recorder;
  readonly request: ProbeRequest;
  readonly scenarios: Scenarios;
  /** Registered servers, by name. */
  readonly servers: (name: string) => ServerConfig | undefined;
  /** Where a person answers; without one the scenario does. */
  readonly desk?: UserDesk;
  /** Folder of the bundled probe servers. */
  readonly probeServers: string;
  /** Version of this program. */
  readonly version: string;
  readonly node?: NodeCommand;
  /** Gets what a server over HTTP wants to see. */
  readonly authorizer?: (config: ServerConfig, instance: InstanceId) => Authorizer | undefined;
  readonly retryDelaysMs?: readonly number[];
  /** An approval that is meant to outlive the run. */
  readonly onLasting?: (approval: LastingApproval) => void;
  readonly signal: AbortSignal;
}

export interface ProbeResult {
  /** 0 done, 1 something failed, 130 cancelled. */
  readonly exit: number;
  readonly wallMs: number;
  readonly turnCompleted: boolean;
  readonly finalEquals: boolean;
  readonly fault?: Fault;
}

interface Plan {
  readonly profile: PlayedProfile;
  readonly modelClass: ModelClass;
  readonly scenario: Scenario;
  readonly server: string;
  readonly contributions: readonly Contribution[];
}

const STEPS = ['provider', 'servers', 'turn', 'close'] as const;

/** One run of the built-in host: real provider, real servers, and nothing left of them afterwards. */
export async function runBuiltinProbe(options: BuiltinProbeOptions): Promise<ProbeResult> {
  const { recorder, request } = options;
  const { gate } = recorder;
  const startedAt = process.hrtime.bigint();
  const probe = gate.local('probe');
  const planned = planProbe(options);
  const profile = planned.ok ? planned.value.profile : undefined;
  recorder.emit({
    kind: 'probe.started',
    source: 'host',
    evidence: 'measured',
    probe,
    client: gate.code(`builtin-${request.host}`),
    scenario: gate.code(planned.ok ? planned.value.scenario.id : 'unknown'),
    metaWithheld: planned.ok && withholds(request, planned.value.scenario),
    ...(profile === undefined ? {} : { version: gate.version(profile.version) }),
  });
  const step = (name: (typeof STEPS)[number]): void => {
    const index = STEPS.indexOf(name);
    recorder.emit({
      kind: 'probe.step',
      source: 'host',
      evidence: 'measured',
      probe,
      step: gate.code(name),
      index,
      of: STEPS.length,
    });
  };

  const ran = planned.ok ? await guarded(() => play(options, planned.value, step)) : planned;
  const cancelled = options.signal.aborted;
  const result: ProbeResult = {
    exit: cancelled ? 130 : ran.ok ? 0 : 1,
    wallMs: Number((process.hrtime.bigint() - startedAt) / 1000n) / 1000,
    turnCompleted: ran.ok && !cancelled,
    finalEquals: ran.ok && planned.ok && ran.value === finalText(planned.value.scenario),
    ...(cancelled
      ? { fault: fault('cancelled', 'The probe was cancelled.') }
      : ran.ok
        ? {}
        : { fault: ran.fault }),
  };
  recorder.emit({
    kind: 'probe.finished',
    source: 'host',
    evidence: 'measured',
    probe,
    exit: result.exit,
    wallMs: result.wallMs,
    turnCompleted: result.turnCompleted,
    finalEquals: result.finalEquals,
    ...(result.fault === undefined ? {} : { code: gate.code(result.fault.code) }),
  });
  return result;
}

/** The outer edge of a run: what nobody foresaw ends this run as a fault, not the program. */
async function guarded(work: () => Promise<Result<string>>): Promise<Result<string>> {
  try {
    return await work();
  } catch (error) {
    return fail('probe-broke', 'The probe broke off.', {
      cause: error instanceof Error ? error.message : String(error),
      next: 'Please report this with the scenario that was played.',
    });
  }
}

const withholds = (request: ProbeRequest, scenario: Scenario): boolean =>
  request.withholdMeta ?? scenario.withholdMeta;

function planProbe(options: BuiltinProbeOptions): Result<Plan> {
  const { request } = options;
  const host = resolvePlayed(request.host, request.version);
  if (host === undefined) return fail('host-unknown', `There is no profile of "${request.host}".`);
  const { profile } = host;
  const found = options.scenarios.get(request.scenario);
  if (!found.ok) return found;
  const scenario = found.value;
  if (!scenario.hosts.includes(request.host)) {
    return fail('scenario-not-for-host', `The scenario "${scenario.id}" is not made for ${profile.title}.`, {
      next: `It plays on: ${scenario.hosts.join(', ')}.`,
    });
  }
  const modelClass = request.modelClass ?? scenario.modelClass[request.host] ?? profile.defaultModelClass;
  if (!profile.modelClasses.some(({ id }) => id === modelClass)) {
    return fail('model-class-unknown', `${profile.title} has no model class "${modelClass}".`, {
      next: `Choose one of: ${profile.modelClasses.map(({ id }) => id).join(', ')}.`,
    });
  }
  const server = request.server ?? PROBE_SERVER;
  if (request.server !== undefined) {
    const registered = options.servers(request.server);
    if (registered === undefined) {
      return fail('server-unknown', `No server is registered as "${request.server.slice(0, 200)}".`, {
        next: 'Add it first, or leave the server out.',
      });
    }
    // A run about this server waits for it.
    const contribution = {
      origin: 'user',
      action: 'set',
      server: hostServer({ ...registered, required: true }),
    } as const;
    return ok({ profile, modelClass, scenario, server, contributions: [contribution] });
  }
  const node = options.node ?? nodeCommand();
  const names = new Set([PROBE_SERVER, ...Object.keys(scenario.servers)]);
  const contributions = [...names].flatMap((name): Contribution[] => {
    const config = probeServerConfig(name, scenario, profile, options.probeServers, node);
    const part = scenario.servers[name];
    const base: Contribution = { origin: 'builtin', action: 'set', server: hostServer(config) };
    return part === undefined
      ? [base]
      : [base, { origin: 'scenario', action: 'set', server: hostServer(config, part) }];
  });
  return ok({ profile, modelClass, scenario, server, contributions });
}

async function play(
  options: BuiltinProbeOptions,
  plan: Plan,
  step: (name: (typeof STEPS)[number]) => void,
): Promise<Result<string>> {
  const { recorder, request, signal } = options;
  const { profile, scenario } = plan;
  const key = randomBytes(24).toString('base64url');
  const instances = new Map<string, number>();
  let host: Host | undefined;
  let provider: Provider | undefined;

  const stage = async (action: StageAction): Promise<void> => {
    switch (action.do) {
      case 'environments':
        host?.setEnvironments(action.available);
        return;
      case 'approval':
        host?.setApproval(action);
        return;
      case 'listChanged':
        // The bundled server changes its list once it has answered a call.
        await host?.connection(action.server ?? plan.server)?.callTool({
          call: recorder.gate.local('call'),
          tool: 'lookup',
          args: { query: 'change' },
          origin: 'user',
        });
    }
  };

  try {
    step('provider');
    const started = await createProvider({
      recorder,
      profile,
      scenario,
      key,
      registeredTools: () => host?.tools() ?? [],
      settings: () => host?.settings() ?? { modelClass: plan.modelClass },
      defaultServer: plan.server,
      stage,
      signal,
      ...(request.server === undefined
        ? {}
        : { substitute: substituteFor(plan.server, () => host?.tools() ?? []) }),
    });
    if (!started.ok) return started;
    provider = started.value;
    const { url } = provider;

    step('servers');
    host = createHost({
      recorder,
      profile,
      modelClass: plan.modelClass,
      config: { contributions: plan.contributions, pluginsAvailable: false },
      environments: scenario.environments,
      approval: scenario.approval,
      answerer: createAnswerer({
        answers: scenario.answers,
        mode: request.approve ?? (options.desk === undefined ? 'scenario' : 'ask'),
        desk: options.desk,
        defaultServer: plan.server,
      }),
      connect: (config, connectSignal) => {
        const server = recorder.gate.server(config.name);
        const number = (instances.get(config.name) ?? 0) + 1;
        instances.set(config.name, number);
        const instance = recorder.gate.instance(server, number);
        const authorizer = options.authorizer?.(config, instance);
        return connectServer({
          config,
          recorder,
          instance,
          version: options.version,
          signal: connectSignal,
          ...(authorizer === undefined ? {} : { authorizer }),
          // The bundled server does answer; a busy machine may only be slow to start it.
          ...(request.server === undefined ? { silenceMs: config.startupTimeoutMs } : {}),
          ...(profile.id === 'codex'
            ? { clientInfo: { name: 'codex-mcp-client', title: 'Codex', version: profile.version } }
            : {}),
        });
      },
      provider: { url, key, model: MODEL, program: (callId) => started.value.program(callId) },
      withholdMeta: withholds(request, scenario),
      listChanges: scenario.listChanges,
      signal,
      ...(options.retryDelaysMs === undefined ? {} : { retryDelaysMs: options.retryDelaysMs }),
      ...(options.onLasting === undefined ? {} : { onLasting: options.onLasting }),
    });

    step('turn');
    return await host.run(scenario.prompt);
  } finally {
    step('close');
    await host?.close();
    await provider?.close();
  }
}
