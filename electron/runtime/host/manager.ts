import type { ServerConfig } from '../../../shared/contract.ts';
import type { LocalId } from '../../../shared/event.ts';
import { fail, ok, type Fault, type Result } from '../../../shared/fault.ts';
import type { HostProfile, HostTool, ServerSettings, ToolRoute } from '../../../shared/hosts/index.ts';
import type { CallOutcome, CallRequest, Connection, RawTool, ToolList } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';
import { toHostTool } from './host-tool.ts';
import type { EffectiveServer } from './config.ts';
import { refusals } from './texts.ts';

/** Opens a connection to one server; `signal` gives up. */
export type Connect = (config: ServerConfig, signal: AbortSignal) => Promise<Result<Connection>>;

export interface ManagerOptions {
  readonly recorder: Recorder;
  readonly profile: HostProfile;
  readonly servers: readonly EffectiveServer[];
  readonly connect: Connect;
  /** Does a list that a server announces replace the one that was read at the start? */
  readonly followsListChanged: boolean;
  /** How long a step waits for servers that are not required, ms; undefined waits for all. */
  readonly graceMs: number | undefined;
}

/** One listed tool with what the manager knows of its server. */
export interface ManagedTool extends HostTool {
  /** False when the server's own filter keeps it out. */
  readonly enabled: boolean;
}

type State = 'starting' | 'ready' | 'failed' | 'cancelled';

interface Managed {
  readonly server: EffectiveServer;
  state: State;
  connection?: Connection;
  list?: ToolList;
  fault?: Fault;
  settled: Promise<void>;
}

export type Sent =
  | { readonly kind: 'sent'; readonly outcome: CallOutcome }
  /** Stopped at the manager; nothing went out. `message` is what the model reads. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Holds the connections of one projection. It starts, lists and routes; it decides nothing about the model. */
export interface ConnectionManager {
  readonly id: LocalId;
  /** Settles when every required server is up, or names those that are not (CX-2.40). */
  required(): Promise<Result<void>>;
  /** All tools that can be discovered now, after the profile's wait for slow servers. */
  tools(): Promise<readonly ManagedTool[]>;
  /** Settings of the servers as a plan wants them. */
  settings(): Readonly<Record<string, ServerSettings>>;
  filter(route: ToolRoute): { allowed: boolean; error?: string };
  call(server: string, request: CallRequest): Promise<Sent>;
  connection(server: string): Connection | undefined;
  shutdown(): Promise<void>;
}

/** Starts every server at once, each by itself; one that fails takes no other with it (CX-2.01). */
export function createManager(options: ManagerOptions): ConnectionManager {
  const { recorder, profile } = options;
  const { gate } = recorder;
  const id = gate.local('manager');
  const startup = new AbortController();
  const stamp = { source: 'host', evidence: 'measured' } as const;
  let grace: Promise<void> | undefined;

  /** For failures that no connection could report: it had no place, or it connected and then could not list. */
  const fails = (managed: Managed, reason: Fault): void => {
    managed.state = 'failed';
    managed.fault = reason;
    recorder.emit({
      ...stamp,
      kind: 'server.startup',
      server: gate.server(managed.server.name),
      state: 'failed',
      required: managed.server.config.required,
      code: gate.code(reason.code),
    });
  };

  const start = async (managed: Managed): Promise<void> => {
    const { placement, config } = managed.server;
    if (placement.kind === 'failed') {
      fails(managed, placement.fault);
      return;
    }
    const connected = await options.connect(config, startup.signal);
    if (!connected.ok) {
      managed.state = startup.signal.aborted ? 'cancelled' : 'failed';
      managed.fault = connected.fault;
      return;
    }
    const connection = connected.value;
    const listed = await connection.listTools({ signal: startup.signal });
    if (!listed.ok) {
      await connection.close();
      if (startup.signal.aborted) managed.state = 'cancelled';
      else fails(managed, listed.fault);
      return;
    }
    managed.connection = connection;
    managed.list = listed.value;
    managed.state = 'ready';
    // Listening is what makes the connection list again and record what is new; the host may still keep its own list.
    connection.onToolsChanged((list) => {
      if (options.followsListChanged) managed.list = list;
    });
  };

  const all = options.servers.map((server): Managed => {
    const managed: Managed = { server, state: 'starting', settled: Promise.resolve() };
    managed.settled = start(managed);
    return managed;
  });
  const isRequired = ({ server }: Managed): boolean => server.config.required;
  const named = (wanted: (managed: Managed) => boolean) =>
    all.filter(wanted).map(({ server }) => gate.server(server.name));
  const everything = Promise.all(all.map((managed) => managed.settled)).then(() => {
    recorder.emit({
      ...stamp,
      kind: 'server.startupComplete',
      ready: named(({ state }) => state === 'ready'),
      failed: named(({ state }) => state === 'failed'),
      cancelled: named(({ state }) => state === 'cancelled'),
      requiredFailed: named((managed) => managed.state === 'failed' && isRequired(managed)),
    });
  });

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      void everything.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  const waitForServers = async (): Promise<void> => {
    await Promise.all(all.filter(isRequired).map((managed) => managed.settled));
    // One window for all the others, counted from the first wait (CX-2.35).
    grace ??= options.graceMs === undefined ? everything : pause(options.graceMs);
    await grace;
  };

  const settingsOf = ({ server: { config, part }, connection }: Managed): ServerSettings => ({
    instructions: connection?.instructions,
    enabledTools: config.enabledTools,
    disabledTools: config.disabledTools,
    omitToolsFrom: part.omitToolsFrom,
    alwaysLoad: part.alwaysLoad,
    approvalMode: config.approvalMode,
    toolApprovalModes: config.toolApprovalModes,
  });

  const managedTools = (managed: Managed): ManagedTool[] => {
    const pages = profile.traits.pages === 'first' ? 1 : Infinity;
    const seen = (managed.list?.tools ?? []).filter((tool) => tool.page < pages);
    return seen.map((tool) => toManagedTool(managed.server.name, tool, profile));
  };

  const find = (name: string): Managed | undefined => all.find(({ server }) => server.name === name);

  const filter = ({ server, tool }: ToolRoute): { allowed: boolean; error?: string } => {
    const managed = find(server);
    if (managed === undefined) return { allowed: false, error: refusals.unknownServer(server) };
    const settings = settingsOf(managed);
    const own = profile.filter({ server, tool }, settings);
    if (!own.allowed) return { allowed: false, error: own.error ?? refusals.disabledTool(server, tool) };
    const listed = settings.enabledTools?.includes(tool) ?? true;
    const allowed = listed && settings.disabledTools?.includes(tool) !== true;
    return allowed ? { allowed } : { allowed, error: refusals.disabledTool(server, tool) };
  };

  return {
    id,
    required: async () => {
      await Promise.all(all.filter(isRequired).map((managed) => managed.settled));
      const failed = all.filter((managed) => isRequired(managed) && managed.state !== 'ready');
      if (failed.length === 0) return ok(undefined);
      const causes = failed.map(
        ({ server, fault: why }) => `${server.name}: ${why?.message ?? 'it was cancelled.'}`,
      );
      return fail('required-server-failed', `Required MCP servers failed to start: ${causes.join('; ')}`, {
        cause: failed.find((managed) => managed.fault?.cause !== undefined)?.fault?.cause,
        next: failed[0]?.fault?.next ?? 'Connect to the server by itself to see what it says.',
      });
    },
    tools: async () => {
      await waitForServers();
      return all.filter(({ state }) => state === 'ready').flatMap(managedTools);
    },
    settings: () => Object.fromEntries(all.map((managed) => [managed.server.name, settingsOf(managed)])),
    filter,
    call: async (server, request) => {
      const managed = find(server);
      if (managed === undefined) return refuse('unknown-server', refusals.unknownServer(server));
      const { allowed, error } = filter({ server, tool: request.tool });
      if (!allowed) return refuse('tool-disabled', error ?? refusals.disabledTool(server, request.tool));
      if (managed.connection === undefined || managed.state !== 'ready')
        return refuse('server-not-ready', refusals.notReady(server));
      return { kind: 'sent', outcome: await managed.connection.callTool(request) };
    },
    connection: (server) => find(server)?.connection,
    shutdown: async () => {
      startup.abort();
      await everything;
      await Promise.all(
        all.flatMap(({ connection }) => (connection === undefined ? [] : [connection.close()])),
      );
    },
  };
}

const refuse = (code: string, message: string): Sent => ({ kind: 'refused', code, message });

function toManagedTool(server: string, tool: RawTool, profile: HostProfile): ManagedTool {
  return { ...toHostTool(server, tool, profile), enabled: tool.enabled };
}
