import * as z from 'zod';
import {
  Count,
  type Decision,
  type Evidence,
  LocalId,
  type ServerName,
  type ToolName,
  type Event,
  type EventOf,
} from '../event.ts';
import { type CallApproval, type CallProjection, CallRow } from './call-rows.ts';

export * from './call-rows.ts';

export const CallsState = z.strictObject({
  version: Count,
  rows: z.map(LocalId, CallRow),
  attributed: Count,
  abstained: Count,
  waiting: Count,
  running: Count,
});
export type CallsState = z.infer<typeof CallsState>;

export const initCalls = (): CallsState => ({
  version: 0,
  rows: new Map(),
  attributed: 0,
  abstained: 0,
  waiting: 0,
  running: 0,
});

/** Rows are replaced when they change, never edited; mutates and returns the state. */
export function applyCalls(state: CallsState, event: Event): CallsState {
  switch (event.kind) {
    case 'approval.requested':
      return put(state, event, (row) => ({
        ...row,
        state: row.startedAt === null && row.finishedAt === null ? 'waiting' : row.state,
        askedBy: event.thread ?? row.askedBy,
        approval: {
          ...(row.approval ?? noApproval),
          approval: event.approval,
          requestedAt: event.t,
          decidedAt: null,
          decision: null,
          by: null,
          path: event.rules,
          reason: event.reason,
          destructive: event.destructive,
          evidence: event.evidence,
        },
      }));
    case 'approval.decided':
      return put(state, event, (row) => ({
        ...row,
        state:
          row.startedAt === null && row.finishedAt === null
            ? isRefusal(event.decision)
              ? 'refused'
              : 'approved'
            : row.state,
        askedBy: event.thread ?? row.askedBy,
        approval: {
          ...(row.approval ?? noApproval),
          approval: event.approval ?? row.approval?.approval ?? null,
          decidedAt: event.t,
          waitedMs: event.waitedMs,
          decision: event.decision,
          by: event.by,
          path: event.path,
          edited: event.edited,
          remembered: event.remembered,
          evidence: event.evidence,
        },
      }));
    case 'call.started':
      return put(state, event, (row) => ({
        ...row,
        state: row.finishedAt === null ? 'running' : row.state,
        instance: event.instance ?? row.instance,
        origin: event.origin,
        meta: event.meta ?? null,
        argumentsDigest: event.argumentsDigest ?? null,
        argumentBytes: event.argumentBytes,
        startedAt: event.t,
        clockUncertainty: Math.max(row.clockUncertainty, event.clockUncertainty ?? 0),
        evidence: event.evidence,
      }));
    case 'call.progress':
      return put(state, event, (row) => ({
        ...row,
        progress: {
          count: (row.progress?.count ?? 0) + 1,
          progress: event.progress,
          total: event.total ?? null,
        },
      }));
    case 'call.finished':
      return put(state, event, (row) => ({
        ...row,
        state: event.outcome,
        instance: event.instance ?? row.instance,
        finishedAt: event.t,
        durationMs: event.durationMs,
        clockUncertainty: Math.max(row.clockUncertainty, event.clockUncertainty ?? 0),
        code: event.code ?? null,
        resultBytes: event.resultBytes,
        content: event.content,
        structured: event.structured,
        violations: event.violations,
      }));
    case 'call.projected':
      return put(state, event, (row) => ({
        ...row,
        projections: [
          ...row.projections.filter((other) => other.projection !== event.projection),
          projectionOf(event),
        ],
      }));
    case 'window.expired':
      return update(state, event.call, event.seq, (row) => ({ ...row, expired: true }));
    case 'call.attributed':
      return update(state, event.call, event.seq, (row) => ({
        ...row,
        verdict: {
          kind: 'attributed',
          evidence: event.evidence,
          tier: event.tier,
          thread: event.thread,
          window: event.window ?? null,
          response: event.response ?? null,
          item: event.item ?? null,
          agrees: event.agrees,
          t: event.t,
          seq: event.seq,
        },
      }));
    case 'call.abstained':
      return update(state, event.call, event.seq, (row) => ({
        ...row,
        verdict: {
          kind: 'abstained',
          reason: event.reason,
          candidates: event.candidates,
          t: event.t,
          seq: event.seq,
        },
      }));
    default:
      return state;
  }
}

/** In order of first appearance. */
export const callRows = (state: CallsState): CallRow[] => [...state.rows.values()];

/** Decisions after which nothing runs. */
export const isRefusal = (decision: Decision): boolean =>
  decision === 'decline' || decision === 'cancel' || decision === 'skip';

const projectionOf = (event: EventOf<'call.projected'>): CallProjection => ({
  projection: event.projection,
  form: event.form,
  bytes: event.bytes,
  dropped: event.dropped,
  rules: event.rules,
  evidence: event.evidence,
  seq: event.seq,
});

interface About {
  readonly call: LocalId;
  readonly server: ServerName;
  readonly tool: ToolName;
  readonly seq: number;
  readonly evidence: Evidence;
}

function put(state: CallsState, about: About, change: (row: CallRow) => CallRow): CallsState {
  const before = state.rows.get(about.call);
  return store(state, before, change(before ?? newRow(about, state.rows.size)), about.seq);
}

/** Verdicts name no route: one about a call that was never seen has no row to stand in. */
function update(
  state: CallsState,
  call: LocalId,
  seq: number,
  change: (row: CallRow) => CallRow,
): CallsState {
  const before = state.rows.get(call);
  return before === undefined ? state : store(state, before, change(before), seq);
}

function store(state: CallsState, before: CallRow | undefined, after: CallRow, seq: number): CallsState {
  state.rows.set(after.call, { ...after, lastSeq: seq });
  if (before !== undefined) count(state, before, -1);
  count(state, after, 1);
  state.version++;
  return state;
}

function count(state: CallsState, row: CallRow, by: number): void {
  if (row.state === 'waiting') state.waiting += by;
  if (row.state === 'running') state.running += by;
  if (row.verdict?.kind === 'attributed') state.attributed += by;
  if (row.verdict?.kind === 'abstained') state.abstained += by;
}

const noApproval: CallApproval = {
  approval: null,
  requestedAt: null,
  decidedAt: null,
  waitedMs: null,
  decision: null,
  by: null,
  path: [],
  reason: null,
  destructive: false,
  edited: false,
  remembered: 'no',
  evidence: 'measured',
};

const newRow = (about: About, order: number): CallRow => ({
  call: about.call,
  order,
  server: about.server,
  tool: about.tool,
  instance: null,
  state: 'seen',
  origin: null,
  askedBy: null,
  meta: null,
  argumentsDigest: null,
  argumentBytes: null,
  approval: null,
  startedAt: null,
  finishedAt: null,
  durationMs: null,
  clockUncertainty: 0,
  evidence: about.evidence,
  code: null,
  resultBytes: null,
  content: [],
  structured: false,
  violations: 0,
  progress: null,
  expired: false,
  verdict: null,
  projections: [],
  firstSeq: about.seq,
  lastSeq: about.seq,
});
