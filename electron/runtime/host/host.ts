import { Agent } from 'node:http';
import type { HostRef } from '../../../shared/event.ts';
import { ok, type Result } from '../../../shared/fault.ts';
import type {
  ExecProgram,
  PlayedProfile,
  HostSettings,
  HostTool,
  ModelClass,
} from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import type { ApprovalByHost } from '../../../shared/scenario.ts';
import type { Connection } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';
import type { Answerer } from './answerer.ts';
import { createApproval } from './approval.ts';
import type { HostConfig } from './config.ts';
import type { Environment } from './environment.ts';
import { createExecutor } from './execute.ts';
import { createManager, type Connect } from './manager.ts';
import { createMemory, type LastingApproval } from './memory.ts';
import { createSampler, RETRY_DELAYS_MS } from './sampling.ts';
import { createSnapshots, type Snapshots } from './snapshot.ts';
import { createSteps } from './step.ts';
import { createThread, type HostThread } from './thread.ts';
import { createTurn } from './turn.ts';

export interface HostOptions {
  readonly recorder: Recorder;
  readonly profile: PlayedProfile;
  readonly modelClass: ModelClass;
  readonly config: HostConfig;
  readonly environments: readonly Environment[];
  readonly approval: ApprovalByHost;
  readonly answerer: Answerer;
  readonly connect: Connect;
  readonly provider: {
    readonly url: string;
    readonly key: string;
    readonly model: string;
    program(callId: string): ExecProgram | undefined;
  };
  /** Leave out the ids that the client would put on `tools/call`. */
  readonly withholdMeta?: boolean;
  /** Follow an announced list also where the client would not. */
  readonly listChanges?: 'profile' | 'always';
  readonly retryDelaysMs?: readonly number[];
  readonly onLasting?: (approval: LastingApproval) => void;
  readonly signal: AbortSignal;
}

export interface Host {
  /** Runs the root thread to its end; settles with what the model said last. */
  run(prompt: string): Promise<Result<string>>;
  /** Which environments are available from the next step on. */
  setEnvironments(available: readonly string[]): void;
  /** Approval settings from the next call on. */
  setApproval(settings: ApprovalByHost): void;
  /** Every tool that any thread has listed, and the settings that shape it; for whoever watches the provider. */
  tools(): readonly HostTool[];
  settings(): HostSettings;
  /** The root thread's connection to a server. */
  connection(server: string): Connection | undefined;
  close(): Promise<void>;
}

/** What a step waits for servers that are not required: a shared second (CX-2.35), or five (CC-2). */
const GRACE_MS = { all: undefined, required: 1000, bounded: 5000 } as const;

/** The built-in host: plays one client's profile over real wires, so that the whole path can be seen without any client. */
export function createHost(options: HostOptions): Host {
  const { recorder, profile, modelClass } = options;
  const { gate } = recorder;
  const hostRef: HostRef = { host: profile.id, version: gate.version(profile.version), modelClass };
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const agent = new Agent({ keepAlive: true });
  const listed = new Map<string, HostTool>();
  let everListed: readonly HostTool[] = [];
  const opened = new Set<Snapshots>();
  const running = new Set<Promise<unknown>>();
  let environments = options.environments;
  let approvalSettings = options.approval;
  let settings: HostSettings = { modelClass };

  const openSnapshots = (): Snapshots => {
    const snapshots = createSnapshots({
      recorder,
      config: () => options.config,
      createManager: (servers) =>
        createManager({
          recorder,
          profile,
          servers,
          connect: options.connect,
          followsListChanged: options.listChanges === 'always' || profile.traits.followsListChanged,
          graceMs: GRACE_MS[profile.traits.waitsForServers],
        }),
    });
    opened.add(snapshots);
    return snapshots;
  };

  const memory = createMemory(options.onLasting);
  const approval = createApproval({
    recorder,
    profile,
    answerer: options.answerer,
    memory,
    settings: () => approvalSettings,
    signal,
  });
  const executor = createExecutor({
    recorder,
    profile,
    approval,
    withholdMeta: options.withholdMeta ?? false,
  });
  const steps = createSteps({
    recorder,
    profile,
    hostRef,
    modelClass,
    rules: () => approvalSettings.claude?.rules,
    onListed: (tools, used) => {
      for (const tool of tools) listed.set(routeKey(tool), tool);
      everListed = [...listed.values()];
      settings = used;
    },
  });
  const sampler = createSampler({
    profile,
    providerUrl: options.provider.url,
    key: options.provider.key,
    model: options.provider.model,
    agent,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    signal,
  });

  const spawn = async (parent: HostThread, name: string, task: string): Promise<string> => {
    // A Codex child starts servers of its own; Claude's share their parent's (CX-9.05).
    const snapshots = profile.wire === 'responses' ? openSnapshots() : parent.snapshots;
    const child = createThread({ profile, gate, modelClass, snapshots, parent, agent: name });
    const work = turn.run(child, task);
    running.add(work);
    const result = await work.finally(() => running.delete(work));
    return result.ok ? result.value : result.fault.message;
  };

  const turn = createTurn({
    profile,
    model: options.provider.model,
    steps,
    sampler,
    executor,
    environments: () => environments,
    programOf: (callId) => options.provider.program(callId),
    spawn,
    signal,
  });

  const rootSnapshots = openSnapshots();

  return {
    run: async (prompt) => {
      const root = createThread({ profile, gate, modelClass, snapshots: rootSnapshots });
      const result = await turn.run(root, prompt);
      await Promise.allSettled(running);
      return result.ok ? ok(result.value) : result;
    },
    setEnvironments: (available) => {
      environments = environments.map(({ id }) => ({ id, available: available.includes(id) }));
    },
    setApproval: (next) => {
      approvalSettings = {
        codex: { ...approvalSettings.codex, ...next.codex },
        claude: { ...approvalSettings.claude, ...next.claude },
      };
    },
    tools: () => everListed,
    settings: () => settings,
    connection: (server) => rootSnapshots.current()?.connection(server),
    close: async () => {
      stop.abort();
      await Promise.allSettled(running);
      await Promise.all([...opened].map((snapshots) => snapshots.close()));
      agent.destroy();
    },
  };
}
