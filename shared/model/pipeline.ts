import * as z from 'zod';
import { Count, type HostRef, LocalId, ServerName, ToolName, type Event, type EventOf } from '../event.ts';
import { isRefusal } from './calls.ts';
import {
  type DiscoveryCell,
  type ExposureCell,
  type ApprovalCell,
  type ExecutionCell,
  PipelineRow,
} from './pipeline-rows.ts';

export * from './pipeline-rows.ts';

export const PipelineState = z.strictObject({
  version: Count,
  servers: z.map(ServerName, z.map(ToolName, PipelineRow)),
  rows: Count,
  waiting: z.set(LocalId),
  running: z.set(LocalId),
});
export type PipelineState = z.infer<typeof PipelineState>;

export const initPipeline = (): PipelineState => ({
  version: 0,
  servers: new Map(),
  rows: 0,
  waiting: new Set(),
  running: new Set(),
});

/** Rows are replaced when they change, never edited; mutates and returns the state. */
export function applyPipeline(state: PipelineState, event: Event): PipelineState {
  switch (event.kind) {
    case 'tool.discovered':
    case 'tool.changed':
      return put(state, event, (row) => ({
        ...row,
        discovery: {
          ...seenIn(event),
          state: listedState(row.discovery, event.kind),
          findings: row.discovery?.findings ?? [],
          worst: row.discovery?.worst ?? null,
          index: event.index,
        },
      }));
    case 'tool.removed':
      return put(state, event, (row) => ({
        ...row,
        discovery: {
          ...seenIn(event),
          state: 'removed',
          findings: row.discovery?.findings ?? [],
          worst: row.discovery?.worst ?? null,
          index: row.discovery?.index ?? null,
        },
      }));
    case 'server.finding':
      return event.tool === undefined
        ? state
        : put(state, { server: event.server, tool: event.tool }, (row) => ({
            ...row,
            discovery: withFinding(row.discovery, event),
          }));
    case 'tool.exposed':
      return put(state, event, (row) => ({ ...row, exposures: withExposure(row.exposures, event) }));
    case 'approval.requested':
      return onAsked(state, event);
    case 'approval.decided':
      return onDecided(state, event);
    case 'call.started':
      if (state.running.has(event.call)) return state;
      state.running.add(event.call);
      return put(state, event, (row) => ({ ...row, execution: withStart(row.execution, event) }));
    case 'call.finished': {
      const wasRunning = state.running.delete(event.call);
      return put(state, event, (row) => ({ ...row, execution: withEnd(row.execution, event, wasRunning) }));
    }
    default:
      return state;
  }
}

// A second process of a server lists the same tools again; that is no change.
const listedState = (
  before: DiscoveryCell | null,
  kind: 'tool.discovered' | 'tool.changed',
): DiscoveryCell['state'] => (kind === 'tool.changed' || before?.state === 'changed' ? 'changed' : 'listed');

const severities = ['info', 'warning', 'error'] as const;

function withFinding(cell: DiscoveryCell | null, event: EventOf<'server.finding'>): DiscoveryCell {
  const base = cell ?? {
    ...seenIn(event),
    state: 'broken' as const,
    findings: [],
    worst: null,
    index: event.index ?? null,
  };
  const worst =
    base.worst === null || severities.indexOf(event.severity) > severities.indexOf(base.worst)
      ? event.severity
      : base.worst;
  const found = { code: event.code, pointer: event.pointer ?? null };
  const isKnown = base.findings.some(({ code, pointer }) => code === found.code && pointer === found.pointer);
  return { ...base, findings: isKnown ? base.findings : [...base.findings, found], worst };
}

export const sameHost = (a: HostRef, b: HostRef): boolean =>
  a.host === b.host && a.version === b.version && a.modelClass === b.modelClass;

function withExposure(cells: readonly ExposureCell[], event: EventOf<'tool.exposed'>): ExposureCell[] {
  const cell: ExposureCell = {
    ...seenIn(event),
    host: event.host,
    exposure: event.exposure,
    reason: event.reason,
    rules: event.rules,
    identity: event.identity,
    lost: event.lost,
    assumed: event.assumed,
    path: event.path ?? null,
    thread: event.thread ?? null,
    step: event.step ?? null,
    exchange: event.exchange ?? null,
  };
  const index = cells.findIndex((other) => sameHost(other.host, event.host));
  return index === -1 ? [...cells, cell] : cells.with(index, cell);
}

function onAsked(state: PipelineState, event: EventOf<'approval.requested'>): PipelineState {
  if (state.waiting.has(event.approval)) return state;
  state.waiting.add(event.approval);
  return put(state, event, (row) => ({
    ...row,
    approval: {
      ...seenIn(event),
      state: 'asks',
      decision: row.approval?.decision ?? null,
      by: row.approval?.by ?? null,
      path: event.rules,
      reason: event.reason,
      destructive: event.destructive,
      waiting: (row.approval?.waiting ?? 0) + 1,
      decided: row.approval?.decided ?? 0,
      refused: row.approval?.refused ?? 0,
      waitedMs: row.approval?.waitedMs ?? null,
      call: event.call,
    },
  }));
}

function onDecided(state: PipelineState, event: EventOf<'approval.decided'>): PipelineState {
  const wasWaiting = event.approval !== undefined && state.waiting.delete(event.approval);
  return put(state, event, (row) => {
    const waiting = Math.max(0, (row.approval?.waiting ?? 0) - (wasWaiting ? 1 : 0));
    return {
      ...row,
      approval: {
        ...seenIn(event),
        state: waiting > 0 ? 'asks' : decidedState(event),
        decision: event.decision,
        by: event.by,
        path: event.path,
        reason: row.approval?.reason ?? null,
        destructive: row.approval?.destructive ?? false,
        waiting,
        decided: (row.approval?.decided ?? 0) + 1,
        refused: (row.approval?.refused ?? 0) + (isRefusal(event.decision) ? 1 : 0),
        waitedMs: event.waitedMs,
        call: event.call,
      },
    };
  });
}

/** In one word what the next call of this tool may expect: a single "allow once" is asked for again. */
function decidedState(event: EventOf<'approval.decided'>): ApprovalCell['state'] {
  switch (event.decision) {
    case 'run':
      if (event.by !== 'memory') return 'auto';
      return event.remembered === 'config' ? 'always' : 'session';
    case 'accept':
      return 'asks';
    case 'acceptForSession':
      return 'session';
    case 'acceptAndRemember':
      return 'always';
    case 'decline':
      return 'denied';
    case 'cancel':
      return 'cancelled';
    case 'skip':
      return 'skipped';
  }
}

const noCalls = { calls: 0, running: 0, ok: 0, failed: 0, skipped: 0 };

function withStart(cell: ExecutionCell | null, event: EventOf<'call.started'>): ExecutionCell {
  const { calls, running, ok, failed, skipped } = cell ?? noCalls;
  return {
    ...seenIn(event),
    state: 'running',
    ms: null,
    code: null,
    call: event.call,
    calls: calls + 1,
    running: running + 1,
    ok,
    failed,
    skipped,
  };
}

function withEnd(
  cell: ExecutionCell | null,
  event: EventOf<'call.finished'>,
  wasRunning: boolean,
): ExecutionCell {
  const { calls, running, ok, failed, skipped } = cell ?? noCalls;
  const good = event.outcome === 'ok';
  const skip = event.outcome === 'skipped';
  return {
    ...seenIn(event),
    state: event.outcome,
    ms: event.durationMs,
    code: event.code ?? null,
    call: event.call,
    calls: calls + (wasRunning ? 0 : 1),
    running: running - (wasRunning ? 1 : 0),
    ok: ok + (good ? 1 : 0),
    failed: failed + (good || skip ? 0 : 1),
    skipped: skipped + (skip ? 1 : 0),
  };
}

const seenIn = (event: Event): Pick<DiscoveryCell, 'seq' | 't' | 'evidence'> => ({
  seq: event.seq,
  t: event.t,
  evidence: event.evidence,
});

function put(
  state: PipelineState,
  { server, tool }: { readonly server: ServerName; readonly tool: ToolName },
  change: (row: PipelineRow) => PipelineRow,
): PipelineState {
  let tools = state.servers.get(server);
  if (tools === undefined) {
    tools = new Map();
    state.servers.set(server, tools);
  }
  let row = tools.get(tool);
  row ??= {
    server,
    tool,
    order: state.rows++,
    discovery: null,
    exposures: [],
    approval: null,
    execution: null,
  };
  tools.set(tool, change(row));
  state.version++;
  return state;
}
