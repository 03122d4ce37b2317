import * as z from 'zod';
import {
  AnyId,
  Code,
  Count,
  FactId,
  HostRef,
  JsonPath,
  Keyword,
  LocalId,
  Millis,
  ModelName,
  Pointer,
  ServerName,
  ToolName,
  WireId,
  defineEvent,
} from './atoms.ts';

// Families exposure, approval and execution: what the model was shown, what was allowed, what ran.

export const Exposure = z.enum([
  'direct',
  'deferred',
  'directModelOnly',
  'deferredModelOnly',
  'codeModeOnly',
  'hidden',
  'absent',
]);
export type Exposure = z.infer<typeof Exposure>;

/** The spellings of one tool that a host uses; they must not be mixed (CX-4.1). */
export const ModelIdentity = z.strictObject({
  namespace: ModelName.optional(),
  name: ModelName.optional(),
  flat: ModelName.optional(),
  codeMode: ModelName.optional(),
  hook: ModelName.optional(),
});
export type ModelIdentity = z.infer<typeof ModelIdentity>;

export const exposureEvents = [
  defineEvent('step.captured', {
    step: LocalId,
    thread: AnyId,
    snapshot: LocalId,
    manager: LocalId,
    change: z.enum(['first', 'reused', 'keyAdvanced', 'newManager']),
    environments: Count,
    list: LocalId,
    tools: Count,
  }),
  defineEvent('tool.exposed', {
    host: HostRef,
    server: ServerName,
    tool: ToolName,
    thread: AnyId.optional(),
    step: LocalId.optional(),
    exchange: LocalId.optional(),
    exposure: Exposure,
    reason: Code,
    rules: z.array(FactId),
    identity: ModelIdentity,
    path: JsonPath.optional(),
    lost: z.array(z.strictObject({ pointer: Pointer, keyword: Keyword })),
    assumed: z.array(Code),
  }),
] as const;

export const Decision = z.enum([
  'run',
  'accept',
  'acceptForSession',
  'acceptAndRemember',
  'decline',
  'cancel',
  'skip',
]);
export type Decision = z.infer<typeof Decision>;

export const DecidedBy = z.enum([
  'policy',
  'annotations',
  'memory',
  'hook',
  'guardian',
  'user',
  'scenario',
  'flag',
  'timeout',
  'caller',
]);
export type DecidedBy = z.infer<typeof DecidedBy>;

export const approvalEvents = [
  defineEvent('approval.requested', {
    approval: LocalId,
    call: LocalId,
    server: ServerName,
    tool: ToolName,
    thread: AnyId.optional(),
    rules: z.array(FactId),
    reason: Code,
    offers: z.array(Decision),
    destructive: z.boolean(),
    timeoutMs: Millis.optional(),
  }),
  defineEvent('approval.decided', {
    approval: LocalId.optional(),
    call: LocalId,
    server: ServerName,
    tool: ToolName,
    thread: AnyId.optional(),
    decision: Decision,
    by: DecidedBy,
    path: z.array(FactId),
    remembered: z.enum(['no', 'session', 'config']),
    edited: z.boolean(),
    waitedMs: Millis,
  }),
  defineEvent('elicitation.requested', {
    elicitation: LocalId,
    server: ServerName,
    elicitationKind: z.enum(['server', 'tool-approval', 'apps-auth']),
    mode: z.enum(['form', 'url']),
    call: LocalId.optional(),
  }),
  defineEvent('elicitation.answered', {
    elicitation: LocalId,
    action: z.enum(['accept', 'decline', 'cancel']),
    by: DecidedBy,
  }),
  defineEvent('sampling.requested', {
    sampling: LocalId,
    server: ServerName,
    messages: Count,
    tools: Count,
    call: LocalId.optional(),
  }),
  defineEvent('sampling.answered', {
    sampling: LocalId,
    action: z.enum(['accept', 'decline', 'cancel']),
    by: DecidedBy,
  }),
] as const;

/** Ids that the caller itself put on the MCP wire, by known `_meta` key; the strongest join there is. */
export const CallMeta = z.strictObject({
  threadId: WireId.optional(),
  itemId: WireId.optional(),
  callId: WireId.optional(),
  toolUseId: WireId.optional(),
  turnId: WireId.optional(),
  parentThreadId: WireId.optional(),
});
export type CallMeta = z.infer<typeof CallMeta>;

export const Outcome = z.enum([
  'ok',
  'toolError',
  'protocolError',
  'transportError',
  'timeout',
  'cancelled',
  'skipped',
]);
export type Outcome = z.infer<typeof Outcome>;

const call = { call: LocalId, server: ServerName, tool: ToolName };

export const executionEvents = [
  defineEvent('call.started', {
    ...call,
    meta: CallMeta.optional(),
    argumentsDigest: WireId.optional(),
    argumentBytes: Count,
    origin: z.enum(['host', 'user', 'client']),
  }),
  defineEvent('call.progress', { ...call, progress: z.number(), total: z.number().optional() }),
  /** The server runs the call as a task; one event a status. */
  defineEvent('call.task', {
    ...call,
    status: z.enum(['working', 'inputRequired', 'completed', 'failed', 'cancelled']),
  }),
  defineEvent('call.finished', {
    ...call,
    outcome: Outcome,
    code: Code.optional(),
    durationMs: Millis,
    resultBytes: Count,
    content: z.array(
      z.strictObject({
        type: z.enum(['text', 'image', 'audio', 'resource', 'resource_link', 'other']),
        count: Count,
      }),
    ),
    structured: z.boolean(),
    violations: Count,
  }),
  defineEvent('call.projected', {
    ...call,
    thread: AnyId.optional(),
    projection: z.enum(['model', 'event', 'history']),
    form: z.enum(['content', 'structured', 'text', 'folded', 'omitted', 'error']),
    bytes: Count,
    dropped: z.array(Code),
    rules: z.array(FactId),
  }),
] as const;
