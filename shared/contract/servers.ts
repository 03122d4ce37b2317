import * as z from 'zod';
import { Fault } from '../fault.ts';
import { AuthorizationView, HttpAuthorization } from './authorization.ts';

/** A value in a configuration: plain text, or a reference to an environment variable that holds a secret. */
export const ConfigValue = z.union([
  z.strictObject({ kind: z.literal('text'), value: z.string() }),
  z.strictObject({ kind: z.literal('variable'), variable: z.string().regex(/^[A-Za-z_]\w*$/) }),
]);
export type ConfigValue = z.infer<typeof ConfigValue>;

export const ServerTransport = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('stdio'),
    command: z.string().min(1),
    args: z.array(z.string()),
    cwd: z.string().optional(),
    env: z.record(z.string(), ConfigValue),
  }),
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), ConfigValue),
    authorization: HttpAuthorization.optional(),
  }),
]);
export type ServerTransport = z.infer<typeof ServerTransport>;

export const ApprovalMode = z.enum(['auto', 'prompt', 'writes', 'approve']);
export type ApprovalMode = z.infer<typeof ApprovalMode>;

/** A folder by its whole path on this machine, or a `file:` address. */
const RootPlace = z
  .string()
  .refine(
    (text) => /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text) || (text.startsWith('file://') && URL.canParse(text)),
    'A root is a whole path or a file: address.',
  );

export const ServerConfig = z.strictObject({
  name: z.string().min(1).max(200),
  transport: ServerTransport,
  era: z.enum(['auto', 'legacy', 'modern']).default('auto'),
  /** What the server is told of the user's folders when it asks for roots; absent: roots are not offered. */
  roots: z.array(RootPlace).optional(),
  enabled: z.boolean().default(true),
  required: z.boolean().default(false),
  enabledTools: z.array(z.string()).optional(),
  disabledTools: z.array(z.string()).default([]),
  approvalMode: ApprovalMode.default('auto'),
  toolApprovalModes: z.record(z.string(), ApprovalMode).default({}),
  startupTimeoutMs: z.int().min(100).max(600_000).default(30_000),
  callTimeoutMs: z.int().min(100).max(3_600_000).default(300_000),
});
export type ServerConfig = z.infer<typeof ServerConfig>;

export const WireFinding = z.strictObject({
  code: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  tool: z.string().optional(),
  /** The list that `index` counts in; absent for tools. */
  list: z.enum(['resources', 'templates', 'prompts']).optional(),
  index: z.int().optional(),
  pointer: z.string().optional(),
});
export type WireFinding = z.infer<typeof WireFinding>;

/** A registered server as the window shows it. */
export const ServerView = z.strictObject({
  name: z.string(),
  config: ServerConfig,
  state: z.enum(['idle', 'needsConsent', 'connecting', 'ready', 'failed', 'closed']),
  /** The exact command line and where its program was found; shown for consent. */
  commandLine: z.string().optional(),
  resolvedCommand: z.string().optional(),
  era: z.enum(['legacy', 'modern']).optional(),
  eraReason: z.string().optional(),
  /** When a remembered verdict was found, ISO 8601. */
  eraAt: z.string().optional(),
  transport: z.enum(['stdio', 'http', 'sse']).optional(),
  protocolVersion: z.string().optional(),
  serverTitle: z.string().optional(),
  serverVersion: z.string().optional(),
  tools: z.int().optional(),
  /** A later page of the tool list that could not be had; `servers.relist` is the retry. */
  listFailed: z.strictObject({ page: z.int(), fault: Fault }).optional(),
  findings: z.array(WireFinding),
  lastCallMs: z.number().optional(),
  /** The capture that this connection records into. */
  capture: z.string().optional(),
  fault: Fault.optional(),
  /** Where the server asked for authorization. */
  authorization: AuthorizationView.optional(),
});
export type ServerView = z.infer<typeof ServerView>;

/** A listed tool, byte-exact as JSON text, with what is wrong with it. */
export const WireTool = z.strictObject({
  name: z.string(),
  index: z.int(),
  callable: z.boolean(),
  /** MCP Apps: who may see it. */
  visibleTo: z.strictObject({ model: z.boolean(), app: z.boolean() }),
  definitionJson: z.string(),
  findings: z.array(WireFinding),
});
export type WireTool = z.infer<typeof WireTool>;

export const StderrLine = z.strictObject({ at: z.number(), text: z.string() });
export type StderrLine = z.infer<typeof StderrLine>;

export const CallRequest = z.strictObject({
  server: z.string(),
  tool: z.string(),
  /** JSON text of an object; absent sends no arguments at all. */
  argumentsJson: z.string().optional(),
  timeoutMs: z.int().min(100).optional(),
});
export type CallRequest = z.infer<typeof CallRequest>;

export const Violation = z.strictObject({ code: z.string(), pointer: z.string() });
export type Violation = z.infer<typeof Violation>;

export const CallReply = z.strictObject({
  call: z.string(),
  capture: z.string(),
  outcome: z.enum(['ok', 'toolError', 'protocolError', 'transportError', 'timeout', 'cancelled', 'skipped']),
  durationMs: z.number(),
  /** The result or error member of the answer, as JSON text. */
  resultJson: z.string().optional(),
  violations: z.array(Violation),
  findings: z.array(WireFinding),
  fault: Fault.optional(),
});
export type CallReply = z.infer<typeof CallReply>;

/** What the vault may hold: by the seq of a wire event, or by call and part. */
export const PayloadRef = z.union([
  z.strictObject({ capture: z.string(), seq: z.int().min(0) }),
  z.strictObject({ capture: z.string(), call: z.string(), part: z.enum(['arguments', 'result']) }),
]);
export type PayloadRef = z.infer<typeof PayloadRef>;

export const Payload = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('kept'), text: z.string(), bytes: z.int(), truncated: z.boolean() }),
  z.strictObject({ state: z.literal('evicted'), bytes: z.int() }),
  z.strictObject({ state: z.literal('never') }),
]);
export type Payload = z.infer<typeof Payload>;
