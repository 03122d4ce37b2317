import type { AssumptionCode, ModelClass, RuleRef } from './common.ts';
import type { ToolRoute } from './tools.ts';
import type { HostPlan } from './wire.ts';

/** Ids of one call, as the built-in host or an observed client knows them. */
export interface CallIds {
  callId: string;
  itemId?: string | undefined;
  sessionId: string;
  threadId: string;
  turnId?: string | undefined;
  parentThreadId?: string | undefined;
  model?: string | undefined;
  /** The plugin that the server belongs to. */
  pluginId?: string | undefined;
  /** Codex: what a server is told of the sandbox, if it announced that it wants to know. */
  sandboxState?: Readonly<Record<string, unknown>> | undefined;
}

/** Ids of one provider request. A root thread of Claude has the session's id as its thread id. */
export interface RequestIds {
  sessionId: string;
  threadId: string;
  turnId?: string | undefined;
  parentThreadId?: string | undefined;
  /** Name of the child agent; absent on the root thread. */
  agent?: string | undefined;
  parentTurnId?: string | undefined;
  requestKind?: 'turn' | 'prewarm' | 'compaction' | 'memory' | undefined;
  modelClass?: ModelClass | undefined;
}

export interface RequestIdentity {
  headers: Readonly<Record<string, string>>;
  /** Body fields that carry identity (Codex `client_metadata`, `prompt_cache_key`). */
  body: Readonly<Record<string, unknown>>;
  rules: readonly RuleRef[];
}

/** One place where a client writes an id. */
export interface IdPlace {
  /** `client-metadata` and `turn-metadata` are Codex's; `call-meta` is `_meta` of `tools/call`. */
  place: 'header' | 'client-metadata' | 'turn-metadata' | 'call-meta' | 'call-turn-metadata';
  name: string;
}

/** Where ids stand on the wire, best place first; for readers of observed traffic. */
export type IdentityPlaces = Readonly<
  Record<'session' | 'thread' | 'parent' | 'agent' | 'turn' | 'call' | 'item', readonly IdPlace[]>
>;

/** A `CallToolResult` as it came from the server, loosely typed because servers are not to be trusted. */
export interface CallResult {
  content?: readonly unknown[] | undefined;
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

export interface ProjectOptions {
  /** Can the model take images? Default true, and assumed. */
  imageInput?: boolean | undefined;
  /** Milliseconds the call took; shown to the model by hosts that do so. */
  wallMs?: number | undefined;
  /** Bytes of model text; host default when absent. */
  modelMaxBytes?: number | undefined;
  /** `_meta` of the tool as listed; it may raise a limit. */
  toolMeta?: Readonly<Record<string, unknown>> | undefined;
}

export interface Projection {
  value: unknown;
  bytes: number;
  form: 'content' | 'structured' | 'text' | 'folded' | 'error';
  /** What is no longer in it. */
  lost: readonly ('content' | 'structured-content' | 'meta' | 'images' | 'text-cut')[];
  rules: readonly RuleRef[];
}

export interface Projections {
  status: 'completed' | 'failed';
  /** What the model reads: a string or a list of content items, in the host's wire shape. */
  model: Projection;
  /** What the event stream shows. */
  event: Projection;
  /** What the history keeps. */
  history: Projection;
  assumed: readonly AssumptionCode[];
}

/** What kind of provider item asked for the output. */
export type CallItemType = 'function_call' | 'custom_tool_call' | 'tool_search_call' | 'tool_use';

/**
 * What a code cell does, as data. Programs are only ever rendered from this; program text is never read back, parsed
 * or run.
 */
export interface ExecProgram {
  calls: readonly { name: string; arguments: Readonly<Record<string, unknown>> }[];
  order: 'parallel' | 'sequence';
  /** Does the program print the results? What it does not print stays invisible to the provider. */
  print: boolean;
}

export type ExecOutcome =
  | { name: string; route: ToolRoute; result: CallResult }
  | { name: string; error: string };

export interface ExecSupport {
  /** The program text for the provider wire. */
  render(program: ExecProgram): string;
  /** The route behind each call of the program, in order; undefined for a name that this plan does not have. */
  resolve(plan: HostPlan, program: ExecProgram): readonly (ToolRoute | undefined)[];
  /** The id of a nested call. */
  nestedCallId(uuid: string): string;
  /** What the cell's output item says, given the outcomes of the program's calls. */
  output(program: ExecProgram, outcomes: readonly ExecOutcome[], wallMs: number): Projection;
}
