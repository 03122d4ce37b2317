import * as z from 'zod';
import {
  AbstainReason,
  AnyId,
  CallMeta,
  Code,
  Count,
  DecidedBy,
  Decision,
  Evidence,
  FactId,
  InstanceId,
  LocalId,
  Millis,
  Outcome,
  ServerName,
  Tier,
  ToolName,
  WireId,
} from '../event.ts';

// One call, from the question whether it may run to what became of its result.

/** To whom the call belongs, or why nobody can say. */
export const Verdict = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('attributed'),
    evidence: Evidence,
    tier: Tier,
    thread: AnyId,
    window: LocalId.nullable(),
    response: AnyId.nullable(),
    item: AnyId.nullable(),
    agrees: z.array(Tier),
    t: z.number(),
    seq: Count,
  }),
  z.strictObject({
    kind: z.literal('abstained'),
    reason: AbstainReason,
    candidates: z.array(LocalId),
    t: z.number(),
    seq: Count,
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

export const CallApproval = z.strictObject({
  approval: LocalId.nullable(),
  requestedAt: z.number().nullable(),
  decidedAt: z.number().nullable(),
  waitedMs: Millis.nullable(),
  /** Null while it waits. */
  decision: Decision.nullable(),
  by: DecidedBy.nullable(),
  path: z.array(FactId),
  reason: Code.nullable(),
  destructive: z.boolean(),
  edited: z.boolean(),
  remembered: z.enum(['no', 'session', 'config']),
  evidence: Evidence,
});
export type CallApproval = z.infer<typeof CallApproval>;

const Content = z.strictObject({
  type: z.enum(['text', 'image', 'audio', 'resource', 'resource_link', 'other']),
  count: Count,
});

export const CallProjection = z.strictObject({
  projection: z.enum(['model', 'event', 'history']),
  form: z.enum(['content', 'structured', 'text', 'folded', 'omitted', 'error']),
  bytes: Count,
  dropped: z.array(Code),
  rules: z.array(FactId),
  evidence: Evidence,
  seq: Count,
});
export type CallProjection = z.infer<typeof CallProjection>;

/** One call on its way through approval, execution and projection. Times are ms since the capture's start. */
export const CallRow = z.strictObject({
  call: LocalId,
  order: Count,
  server: ServerName,
  tool: ToolName,
  instance: InstanceId.nullable(),
  /** An outcome once it ended; `seen` when only traces of it are known. */
  state: z.union([Outcome, z.enum(['seen', 'waiting', 'approved', 'refused', 'running'])]),
  origin: z.enum(['host', 'user', 'client']).nullable(),
  /** Named by the host when it asked for approval; not a verdict. */
  askedBy: AnyId.nullable(),
  meta: CallMeta.nullable(),
  argumentsDigest: WireId.nullable(),
  argumentBytes: Count.nullable(),
  approval: CallApproval.nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  durationMs: Millis.nullable(),
  clockUncertainty: Millis,
  evidence: Evidence,
  code: Code.nullable(),
  resultBytes: Count.nullable(),
  content: z.array(Content),
  structured: z.boolean(),
  violations: Count,
  progress: z.strictObject({ count: Count, progress: z.number(), total: z.number().nullable() }).nullable(),
  /** A wait for a close boundary ended without it. */
  expired: z.boolean(),
  verdict: Verdict.nullable(),
  projections: z.array(CallProjection),
  /** Seq of the events that began and ended it, to open them in the log. */
  firstSeq: Count,
  lastSeq: Count,
});
export type CallRow = z.infer<typeof CallRow>;
