import * as z from 'zod';
import {
  AnyId,
  Code,
  Count,
  DecidedBy,
  Decision,
  Evidence,
  Exposure,
  FactId,
  HostRef,
  JsonPath,
  Keyword,
  LocalId,
  Millis,
  ModelIdentity,
  Outcome,
  Pointer,
  ServerName,
  ToolName,
} from '../event.ts';

// One tool through the four stages.

/** Where a cell's fact comes from: the event, when, and how well we know it. */
const seen = { seq: Count, t: z.number(), evidence: Evidence };

/** What the server says it can do. `broken`: named by a finding, but never listed as a usable tool. */
export const DiscoveryCell = z.strictObject({
  ...seen,
  state: z.enum(['listed', 'changed', 'removed', 'broken']),
  /** Each once, however many instances of the server it was found at. */
  findings: z.array(z.strictObject({ code: Code, pointer: Pointer.nullable() })),
  worst: z.enum(['info', 'warning', 'error']).nullable(),
  index: Count.nullable(),
});
export type DiscoveryCell = z.infer<typeof DiscoveryCell>;

/** What one host's model is shown. */
export const ExposureCell = z.strictObject({
  ...seen,
  host: HostRef,
  exposure: Exposure,
  reason: Code,
  rules: z.array(FactId),
  identity: ModelIdentity,
  lost: z.array(z.strictObject({ pointer: Pointer, keyword: Keyword })),
  assumed: z.array(Code),
  path: JsonPath.nullable(),
  thread: AnyId.nullable(),
  step: LocalId.nullable(),
  exchange: LocalId.nullable(),
});
export type ExposureCell = z.infer<typeof ExposureCell>;

/** Whether calls may go on: the latest decision in one word, and how many calls wait for one. */
export const ApprovalCell = z.strictObject({
  ...seen,
  state: z.enum(['auto', 'asks', 'session', 'always', 'denied', 'cancelled', 'skipped']),
  decision: Decision.nullable(),
  by: DecidedBy.nullable(),
  /** The rules that fired, in order. */
  path: z.array(FactId),
  /** Why it asks or asked last. */
  reason: Code.nullable(),
  destructive: z.boolean(),
  waiting: Count,
  decided: Count,
  refused: Count,
  waitedMs: Millis.nullable(),
  call: LocalId,
});
export type ApprovalCell = z.infer<typeof ApprovalCell>;

/** What really ran: the latest call, and how many there were. */
export const ExecutionCell = z.strictObject({
  ...seen,
  state: z.union([Outcome, z.literal('running')]),
  ms: Millis.nullable(),
  code: Code.nullable(),
  call: LocalId,
  calls: Count,
  running: Count,
  ok: Count,
  failed: Count,
  skipped: Count,
});
export type ExecutionCell = z.infer<typeof ExecutionCell>;

/** One tool of one server through the four stages. A null cell: nothing was observed. */
export const PipelineRow = z.strictObject({
  server: ServerName,
  tool: ToolName,
  order: Count,
  discovery: DiscoveryCell.nullable(),
  /** The latest a host, version and model class; in order of first appearance. */
  exposures: z.array(ExposureCell),
  approval: ApprovalCell.nullable(),
  execution: ExecutionCell.nullable(),
});
export type PipelineRow = z.infer<typeof PipelineRow>;
