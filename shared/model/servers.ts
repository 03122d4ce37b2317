import * as z from 'zod';
import {
  Code,
  Count,
  InstanceId,
  KnownKey,
  Millis,
  Pointer,
  ServerName,
  ToolName,
  Version,
  type Event,
  type EventOf,
} from '../event.ts';

/** One process or connection of a server; a child thread may run its own. `instance` is null where the event named none. */
export const ServerInstance = z.strictObject({
  instance: InstanceId.nullable(),
  state: z.enum(['connecting', 'ready', 'closed']).nullable(),
  era: z.enum(['legacy', 'modern']).nullable(),
  eraReason: Code.nullable(),
  protocolVersion: Version.nullable(),
  transport: z.enum(['stdio', 'http', 'sse']).nullable(),
  process: z.enum(['spawned', 'exited', 'killed']).nullable(),
  pid: Count.nullable(),
  exitCode: z.int().nullable(),
  signal: KnownKey.nullable(),
  code: Code.nullable(),
});
export type ServerInstance = z.infer<typeof ServerInstance>;

export const ServerFinding = z.strictObject({
  seq: Count,
  code: Code,
  severity: z.enum(['info', 'warning', 'error']),
  tool: ToolName.nullable(),
  index: Count.nullable(),
  pointer: Pointer.nullable(),
});
export type ServerFinding = z.infer<typeof ServerFinding>;

export const ServerRow = z.strictObject({
  server: ServerName,
  order: Count,
  /** What a person wants to know first; `ready` while any of its instances is. */
  state: z.enum(['idle', 'connecting', 'ready', 'failed', 'cancelled', 'closed', 'removed']),
  /** Why the configuration does not keep it. */
  removedFor: z.enum(['disabled', 'auth', 'requirement', 'environment']).nullable(),
  era: z.enum(['legacy', 'modern']).nullable(),
  protocolVersion: Version.nullable(),
  transport: z.enum(['stdio', 'http', 'sse']).nullable(),
  required: z.boolean(),
  startupMs: Millis.nullable(),
  code: Code.nullable(),
  instances: z.array(ServerInstance),
  stderrLines: Count,
  stderrBytes: Count,
  resources: Count,
  templates: Count,
  prompts: Count,
  /** Of all findings the latest `FINDINGS_KEPT`. */
  findings: z.array(ServerFinding),
  findingCount: Count,
  messages: Count,
  lastCallMs: Millis.nullable(),
});
export type ServerRow = z.infer<typeof ServerRow>;

export const ServersState = z.strictObject({ version: Count, rows: z.map(ServerName, ServerRow) });
export type ServersState = z.infer<typeof ServersState>;

/** A server that finds fault with itself forever must not fill the memory. */
export const FINDINGS_KEPT = 200;

export const initServers = (): ServersState => ({ version: 0, rows: new Map() });

/** Rows are replaced when they change, never edited; mutates and returns the state. */
export function applyServers(state: ServersState, event: Event): ServersState {
  switch (event.kind) {
    case 'server.effective':
      return put(state, event.server, (row) => ({
        ...row,
        removedFor: event.kept ? null : (event.reason ?? null),
        state: event.kept ? (row.state === 'removed' ? 'idle' : row.state) : 'removed',
      }));
    case 'server.startup':
      return put(state, event.server, (row) => ({
        ...row,
        required: event.required,
        startupMs: event.durationMs ?? row.startupMs,
        code: event.code ?? (event.state === 'ready' ? null : row.code),
        state: event.state === 'starting' ? 'connecting' : event.state,
      }));
    case 'client.state':
      return put(state, event.server, (row) => withClientState(row, event));
    case 'process.state':
      return put(state, event.server, (row) => ({
        ...row,
        instances: withInstance(row.instances, event.instance ?? null, (instance) => ({
          ...instance,
          process: event.state,
          pid: event.pid ?? instance.pid,
          exitCode: event.exitCode ?? null,
          signal: event.signal ?? null,
        })),
      }));
    case 'server.stderr':
      return put(state, event.server, (row) => ({
        ...row,
        stderrLines: row.stderrLines + event.lines,
        stderrBytes: row.stderrBytes + event.bytes,
      }));
    case 'server.finding':
      return put(state, event.server, (row) => ({
        ...row,
        findingCount: row.findingCount + 1,
        findings: [
          ...row.findings.slice(-(FINDINGS_KEPT - 1)),
          {
            seq: event.seq,
            code: event.code,
            severity: event.severity,
            tool: event.tool ?? null,
            index: event.index ?? null,
            pointer: event.pointer ?? null,
          },
        ],
      }));
    case 'resource.discovered':
      return put(state, event.server, (row) => ({ ...row, resources: row.resources + 1 }));
    case 'resource.removed':
      return put(state, event.server, (row) => ({ ...row, resources: Math.max(0, row.resources - 1) }));
    case 'template.discovered':
      return put(state, event.server, (row) => ({ ...row, templates: row.templates + 1 }));
    case 'template.removed':
      return put(state, event.server, (row) => ({ ...row, templates: Math.max(0, row.templates - 1) }));
    case 'prompt.discovered':
      return put(state, event.server, (row) => ({ ...row, prompts: row.prompts + 1 }));
    case 'prompt.removed':
      return put(state, event.server, (row) => ({ ...row, prompts: Math.max(0, row.prompts - 1) }));
    case 'mcp.message':
      return put(state, event.server, (row) => ({ ...row, messages: row.messages + 1 }));
    case 'call.finished':
      return event.outcome === 'skipped'
        ? state
        : put(state, event.server, (row) => ({ ...row, lastCallMs: event.durationMs }));
    default:
      return state;
  }
}

/** In order of first appearance. */
export const serverRows = (state: ServersState): ServerRow[] => [...state.rows.values()];

export const serversReady = (state: ServersState): number => {
  let ready = 0;
  for (const row of state.rows.values()) if (row.state === 'ready') ready++;
  return ready;
};

function put(state: ServersState, server: ServerName, change: (row: ServerRow) => ServerRow): ServersState {
  state.rows.set(server, change(state.rows.get(server) ?? emptyRow(server, state.rows.size)));
  state.version++;
  return state;
}

function withClientState(row: ServerRow, event: EventOf<'client.state'>): ServerRow {
  const instances = withInstance(row.instances, event.instance ?? null, (instance) => ({
    ...instance,
    state: event.state,
    era: event.era ?? instance.era,
    eraReason: event.eraReason ?? instance.eraReason,
    protocolVersion: event.protocolVersion ?? instance.protocolVersion,
    transport: event.transport ?? instance.transport,
    code: event.code ?? null,
  }));
  return {
    ...row,
    instances,
    era: event.era ?? row.era,
    protocolVersion: event.protocolVersion ?? row.protocolVersion,
    transport: event.transport ?? row.transport,
    code: event.code ?? row.code,
    state: stateOf(row, instances),
  };
}

/** A closed connection does not hide that the start had failed. */
function stateOf(row: ServerRow, instances: readonly ServerInstance[]): ServerRow['state'] {
  if (instances.some((instance) => instance.state === 'ready')) return 'ready';
  if (instances.some((instance) => instance.state === 'connecting')) return 'connecting';
  return row.state === 'failed' || row.state === 'cancelled' || row.state === 'removed'
    ? row.state
    : 'closed';
}

function withInstance(
  instances: readonly ServerInstance[],
  id: InstanceId | null,
  change: (instance: ServerInstance) => ServerInstance,
): ServerInstance[] {
  const index = instances.findIndex((instance) => instance.instance === id);
  const present = instances[index];
  if (present === undefined) return [...instances, change(emptyInstance(id))];
  return instances.with(index, change(present));
}

const emptyInstance = (instance: InstanceId | null): ServerInstance => ({
  instance,
  state: null,
  era: null,
  eraReason: null,
  protocolVersion: null,
  transport: null,
  process: null,
  pid: null,
  exitCode: null,
  signal: null,
  code: null,
});

const emptyRow = (server: ServerName, order: number): ServerRow => ({
  server,
  order,
  state: 'idle',
  removedFor: null,
  era: null,
  protocolVersion: null,
  transport: null,
  required: false,
  startupMs: null,
  code: null,
  instances: [],
  stderrLines: 0,
  stderrBytes: 0,
  resources: 0,
  templates: 0,
  prompts: 0,
  findings: [],
  findingCount: 0,
  messages: 0,
  lastCallMs: null,
});
