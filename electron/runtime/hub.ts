import type {
  CallReply,
  CallRequest,
  ServerConfig,
  ServerView,
  StderrLine,
  WireTool,
} from '../../shared/contract.ts';
import type { LocalId } from '../../shared/event.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { canonicalJson, formatJson } from '../../shared/json.ts';
import { readArguments } from './arguments-json.ts';
import type { AuthorizationDesk } from './authorization-desk.ts';
import { connectServer } from './mcp/connect.ts';
import type { Answerer } from './mcp/answerer.ts';
import type { EraMemory } from './mcp/era-memory.ts';
import type { Connection, RawTool } from './mcp/types.ts';
import { toView, toWireTool, type HeldServer } from './server-view.ts';
import { toFinding } from './wire-finding.ts';
import { appMimeType, uiExtension } from '../../shared/app-view.ts';
import type { Recorder } from './recorder.ts';
import { toRoots } from './servers/roots.ts';
import type { ServerRegistry } from './servers/types.ts';
import { createStateStream, type Watchable } from './state-stream.ts';

/** The registered servers and their connections, as the user works with them by hand. */
export interface ServerHub {
  readonly views: Watchable<ServerView[]>;
  view(name: string): Result<ServerView>;
  connect(name: string, signal: AbortSignal): Promise<Result<ServerView>>;
  disconnect(name: string): Promise<Result<ServerView>>;
  tools(name: string): Result<WireTool[]>;
  stderr(name: string): Result<{ lines: StderrLine[]; dropped: number }>;
  /** `call` is its id where one was given out before. */
  call(request: CallRequest, signal: AbortSignal, call?: LocalId): Promise<Result<CallReply>>;
  /** What a connected server lists, and where its calls are recorded. */
  live(name: string): Result<{ readonly recorder: Recorder; readonly tools: readonly RawTool[] }>;
  /** The live connection of a server. */
  connection(name: string): Result<Connection>;
  /** Lists the tools of a connected server anew. */
  relist(name: string, signal: AbortSignal): Promise<Result<void>>;
  /** A configuration has changed: other roots are told of, all else ends the connection. */
  reconfigured(before: ServerConfig, now: ServerConfig): Promise<void>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface HubOptions {
  readonly registry: ServerRegistry;
  /** The session's capture, begun with the first connection. */
  readonly session: () => Promise<Recorder>;
  readonly version: string;
  /** Who answers for the user during a capture. */
  readonly answerer?: (capture: string) => Answerer;
  readonly memory?: EraMemory;
  /** Gets what servers over HTTP want to see. */
  readonly authorization?: AuthorizationDesk;
  /** Settles when the environment is what local servers are looked for in. */
  readonly settled?: Promise<void>;
}

export async function createHub({
  registry,
  session,
  version,
  answerer,
  memory,
  authorization,
  settled,
}: HubOptions): Promise<ServerHub> {
  const held = new Map<string, HeldServer>();

  const unknown = (name: string): Result<never> =>
    fail('server-unknown', `No server is registered as "${name.slice(0, 200)}".`, {
      next: 'Add it in the Servers view.',
    });

  const heldOf = (name: string): HeldServer => {
    const entry = held.get(name) ?? { state: 'idle', consented: false, starts: 0 };
    held.set(name, entry);
    return entry;
  };

  const viewOf = (config: ServerConfig): ServerView =>
    toView(config, heldOf(config.name), authorization?.view(config.name));

  const views = createStateStream(() => registry.list().map(viewOf));

  const view = (name: string): Result<ServerView> => {
    const config = registry.get(name);
    return config === undefined ? unknown(name) : ok(viewOf(config));
  };

  const refresh = async (): Promise<void> => {
    for (const config of registry.list()) {
      const entry = heldOf(config.name);
      const launch = await registry.launch(config);
      entry.consented = await registry.consented(config);
      setOrDelete(entry, 'commandLine', launch.commandLine);
      setOrDelete(entry, 'resolvedCommand', launch.resolvedCommand);
      if (entry.connection === undefined && entry.state !== 'failed' && entry.state !== 'connecting') {
        entry.state = entry.consented ? 'idle' : 'needsConsent';
      }
    }
    views.changed();
  };

  const disconnect = async (name: string): Promise<Result<ServerView>> => {
    const entry = heldOf(name);
    const { connection } = entry;
    authorization?.abandon(name);
    if (connection !== undefined) {
      delete entry.connection;
      entry.state = 'closed';
      views.changed();
      await connection.close();
    }
    return view(name);
  };

  const connect = async (name: string, signal: AbortSignal): Promise<Result<ServerView>> => {
    await settled;
    const config = registry.get(name);
    if (config === undefined) return unknown(name);
    if (!config.enabled)
      return fail('server-disabled', `${name} is switched off.`, { next: 'Enable it in its settings.' });
    if (!(await registry.consented(config))) {
      heldOf(name).state = 'needsConsent';
      views.changed();
      return fail('consent-needed', `${name} runs a local command that nobody agreed to yet.`, {
        next: 'Look at the command line and allow it.',
      });
    }
    await disconnect(name);
    const entry = heldOf(name);
    entry.state = 'connecting';
    delete entry.fault;
    delete entry.list;
    entry.starts++;
    views.changed();
    const recorder = await session();
    entry.recorder = recorder;
    const server = recorder.gate.server(name);
    const instance = recorder.gate.instance(server, entry.starts);
    const authorizer = authorization?.authorizer(config, recorder, instance);
    const connected = await connectServer({
      config,
      recorder,
      instance,
      signal,
      version,
      capabilities: { extensions: { [uiExtension]: { mimeTypes: [appMimeType] } } },
      answerer: { ...answerer?.(recorder.capture), ...liveRoots(config) },
      ...(memory === undefined ? {} : { memory }),
      ...(authorizer === undefined ? {} : { authorizer }),
    });
    if (!connected.ok) {
      entry.state = 'failed';
      entry.fault = connected.fault;
      views.changed();
      return connected;
    }
    const connection = connected.value;
    entry.connection = connection;
    connection.onClosed((reason, fault) => {
      if (entry.connection !== connection) return;
      entry.stderr = connection.stderr();
      delete entry.connection;
      entry.state = reason === 'closed' ? 'closed' : 'failed';
      if (fault !== undefined) entry.fault = fault;
      views.changed();
    });
    connection.onToolsChanged((list) => {
      entry.list = list;
      views.changed();
    });
    const listed = await connection.listTools({ signal });
    if (listed.ok) entry.list = listed.value;
    else entry.fault = listed.fault;
    entry.state = 'ready';
    views.changed();
    return view(name);
  };

  /** As they are configured when the server asks, which may be later than now. */
  const liveRoots = ({ name, roots }: ServerConfig): Pick<Answerer, 'roots'> =>
    roots === undefined ? {} : { roots: () => toRoots(registry.get(name)?.roots ?? []) };

  const connectionOf = (name: string): Result<Connection> => {
    if (registry.get(name) === undefined) return unknown(name);
    const connection = held.get(name)?.connection;
    return connection === undefined
      ? fail('server-not-ready', `${name} is not connected.`, { next: 'Connect it first.' })
      : ok(connection);
  };

  const call: ServerHub['call'] = async (request, signal, given) => {
    const entry = held.get(request.server);
    if (entry?.connection === undefined || entry.recorder === undefined) {
      return fail('server-not-ready', `${request.server} is not connected.`, { next: 'Connect it first.' });
    }
    const { argumentsJson } = request;
    const args = argumentsJson === undefined ? ok(undefined) : readArguments(argumentsJson);
    if (!args.ok) return args;
    const { recorder, connection } = entry;
    const outcome = await connection.callTool({
      call: given ?? recorder.gate.local('call'),
      tool: request.tool,
      origin: 'user',
      signal,
      ...(args.value === undefined ? {} : { args: args.value }),
      ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
    });
    const durationMs = Number(outcome.finishedAt - outcome.startedAt) / 1e6;
    entry.lastCallMs = durationMs;
    views.changed();
    return ok({
      call: outcome.call,
      capture: recorder.capture,
      outcome: outcome.outcome,
      durationMs,
      ...(outcome.result === undefined ? {} : { resultJson: formatJson(outcome.result) }),
      violations: [...outcome.violations],
      findings: outcome.findings.map(toFinding),
      ...(outcome.fault === undefined ? {} : { fault: outcome.fault }),
    });
  };

  authorization?.onChange(() => views.changed());
  registry.onChange(() => void refresh());
  await refresh();
  // Programs may be found elsewhere then.
  void settled?.then(refresh);

  return {
    views,
    view,
    connect,
    disconnect,
    call,
    connection: connectionOf,
    live: (name) => {
      const connection = connectionOf(name);
      if (!connection.ok) return connection;
      const { recorder, list } = heldOf(name);
      return recorder === undefined
        ? fail('server-not-ready', `${name} is not connected.`, { next: 'Connect it first.' })
        : ok({ recorder, tools: list?.tools ?? [] });
    },
    relist: async (name, signal) => {
      const connection = connectionOf(name);
      if (!connection.ok) return connection;
      const listed = await connection.value.listTools({ signal });
      if (!listed.ok) return listed;
      const entry = heldOf(name);
      entry.list = listed.value;
      delete entry.fault;
      views.changed();
      return ok(undefined);
    },
    reconfigured: async (before, now) => {
      const { connection } = heldOf(now.name);
      const isOfRootsOnly =
        before.roots !== undefined &&
        now.roots !== undefined &&
        canonicalJson({ ...before, roots: null }) === canonicalJson({ ...now, roots: null });
      if (connection !== undefined && isOfRootsOnly) await connection.rootsChanged();
      else {
        await disconnect(now.name);
        // What failed was the configuration before.
        const entry = heldOf(now.name);
        delete entry.fault;
        if (entry.state === 'failed') entry.state = 'idle';
      }
    },
    refresh,
    tools: (name) => {
      if (registry.get(name) === undefined) return unknown(name);
      return ok((held.get(name)?.list?.tools ?? []).map(toWireTool));
    },
    stderr: (name) => {
      if (registry.get(name) === undefined) return unknown(name);
      const entry = heldOf(name);
      return ok(entry.connection?.stderr() ?? entry.stderr ?? { lines: [], dropped: 0 });
    },
    close: async () => {
      await Promise.all([...held.keys()].map(disconnect));
    },
  };
}

const setOrDelete = (
  entry: HeldServer,
  key: 'commandLine' | 'resolvedCommand',
  value: string | undefined,
): void => {
  if (value === undefined) delete entry[key];
  else entry[key] = value;
};
