/**
 * The vocabulary of host profiles. A profile is a pure function of everything that decides what one model request
 * can see: host, version, model class, settings and the full tool set of all servers. Leaving one input out gives a
 * wrong answer, so whatever was not given is named in `assumed`.
 */
import type { FactId } from './facts.ts';

export type { FactId };

/** A fact id, or one numbered step of the procedure that the fact describes (`CX-6.1/2`). */
export type RuleRef = FactId | `${FactId}/${string}`;

export type HostId = 'codex' | 'claude';

/**
 * How the model's metadata shapes the request: `direct` declares every tool with its schema, `search` withholds
 * schemas until the model searches, `exec` leaves one code-running tool only, `flat` declares every tool in one list
 * without namespaces.
 */
export type ModelClass = 'direct' | 'search' | 'exec' | 'flat';

/** Stable codes of inputs that were not given and had to be guessed; `describeAssumption` puts them in words. */
export type AssumptionCode =
  | 'model-class'
  | 'base-url'
  | 'tool-search-setting'
  | 'no-annotations'
  | 'approval-mode'
  | 'approval-policy'
  | 'sandbox-profile'
  | 'session-memory'
  | 'hooks'
  | 'reviewer'
  | 'rules'
  | 'interactive'
  | 'image-input'
  | 'name-collision-order'
  | 'token-estimate'
  | 'structured-form';

export interface HostFinding {
  code: string;
  severity: 'info' | 'warning' | 'error';
  message: string;
  rules: readonly RuleRef[];
}

// ---- Tools --------------------------------------------------------------------------------------------------------

/** The raw route: what goes back to the server in `tools/call`. */
export interface ToolRoute {
  server: string;
  tool: string;
}

export interface ToolAnnotations {
  title?: string | undefined;
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
  idempotentHint?: boolean | undefined;
  openWorldHint?: boolean | undefined;
}

/** One tool as its server listed it. Only the route is needed for names; the rest decides exposure and losses. */
export interface HostTool extends ToolRoute {
  title?: string | undefined;
  description?: string | undefined;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: ToolAnnotations | undefined;
  icons?: unknown;
  meta?: Readonly<Record<string, unknown>> | undefined;
}

export type Surface = 'direct' | 'deferred' | 'code_mode';
export type ApprovalMode = 'auto' | 'prompt' | 'writes' | 'approve';

/** What the host's configuration says about one server. */
export interface ServerSettings {
  instructions?: string | undefined;
  enabledTools?: readonly string[] | undefined;
  disabledTools?: readonly string[] | undefined;
  omitToolsFrom?: readonly Surface[] | undefined;
  approvalMode?: ApprovalMode | undefined;
  toolApprovalModes?: Readonly<Record<string, ApprovalMode>> | undefined;
  /** Claude: never defer this server's tools. */
  alwaysLoad?: boolean | undefined;
  /** Codex: leave the `mcp__` prefix off this server's namespace. */
  unprefixed?: boolean | undefined;
}

export interface PermissionRules {
  deny?: readonly string[] | undefined;
  ask?: readonly string[] | undefined;
  allow?: readonly string[] | undefined;
}

/** Everything besides the tool set that decides a request. Absent fields take the host's default and are assumed. */
export interface HostSettings {
  modelClass?: ModelClass | undefined;
  servers?: Readonly<Record<string, ServerSettings>> | undefined;
  /** Codex: bytes of namespace + name + 2; by version 64 or 128. */
  nameLimit?: number | undefined;
  /** Codex: leave the `mcp__` prefix off every namespace. */
  unprefixed?: boolean | undefined;
  directOnlyNamespaces?: readonly string[] | undefined;
  /** Codex: overrides of the class's model metadata. */
  model?: Partial<CodexModel> | undefined;
  /** Bytes of compact JSON; Codex default 5,000. */
  schemaMaxBytes?: number | undefined;
  /** Claude: is the provider's base URL the first-party one? */
  baseUrl?: 'first-party' | 'other' | undefined;
  /** Claude: value of `ENABLE_TOOL_SEARCH`; `null` = known to be unset. */
  toolSearch?: string | null | undefined;
  rules?: PermissionRules | undefined;
}

/** The three members of Codex model metadata that shape a request. */
export interface CodexModel {
  toolMode: 'direct' | 'codeMode' | 'codeModeOnly';
  search: boolean;
  lite: boolean;
}

// ---- Names --------------------------------------------------------------------------------------------------------

/** One input tool and every spelling the host derives from it. One row per input row, in input order. */
export interface NameRow extends ToolRoute {
  namespace?: string;
  name: string;
  /** The single string the provider wire carries, where the host sends one. */
  flat?: string;
  codeMode?: string;
  hook?: string;
  dropped?: true;
  findings: HostFinding[];
}

// ---- Exposure -----------------------------------------------------------------------------------------------------

export type ExposureKind =
  | 'direct'
  | 'deferred'
  | 'directModelOnly'
  | 'hidden'
  | 'deferredModelOnly'
  | 'codeModeOnly'
  | 'absent';

/** Why a tool has its exposure; a stable code, put in words by `describeReason`. */
export type ExposureReason =
  | 'search-off'
  | 'search-on'
  | 'deferred-omitted'
  | 'code-mode-omitted'
  | 'direct-only-namespace'
  | 'all-surfaces-omitted'
  | 'only-code-mode-left'
  | 'ui-visibility'
  | 'filtered'
  | 'duplicate'
  | 'null-schema'
  | 'deny-rule'
  | 'inline'
  | 'always-load'
  | 'tool-search';

/** How the model can come to call the tool in the first request. */
export type Reach = 'declared' | 'search' | 'exec' | 'none';

export interface ExposureRow extends NameRow {
  exposure: ExposureKind;
  reason: ExposureReason;
  rules: readonly RuleRef[];
  assumed: readonly AssumptionCode[];
  /** Is the tool's definition part of the first request? */
  declared: boolean;
  reach: Reach;
  /** Does the host run a call by this name, visible or not? */
  dispatchable: boolean;
}

// ---- Schema and losses --------------------------------------------------------------------------------------------

export interface LostKeyword {
  /** JSON pointer to the schema object that carried the keyword; `''` is the root. */
  path: string;
  keyword: string;
}

export interface SchemaResult {
  /** The schema as the model gets it; `null` when the host refuses the tool because of it. */
  schema: unknown;
  lost: readonly LostKeyword[];
  findings: readonly HostFinding[];
  rules: readonly RuleRef[];
}

/** What the model does not get of a tool that the server described. */
export interface ToolLosses extends SchemaResult {
  fields: readonly {
    field: 'title' | 'annotations' | 'outputSchema' | 'icons' | '_meta';
    rules: readonly RuleRef[];
  }[];
  description: { original: string; shown: string; cut: boolean; rules: readonly RuleRef[] };
}

// ---- Wire ---------------------------------------------------------------------------------------------------------

/** A callable of the host itself; the only foreign tool names that may ever be recorded. */
export interface Envelope {
  name: string;
  namespace?: string;
  role: 'exec' | 'wait' | 'search' | 'agent' | 'question' | 'resource';
  /** May an item that calls it carry an MCP call? Then it opens an execution window. */
  opensWindow: boolean;
}

export interface Declaration {
  /** Fields to merge into the provider request body; the caller appends its own input items or messages. */
  body: Readonly<Record<string, unknown>>;
  /** JSON path of each tool declared in `body`, by `routeKey`; a tool that is not in the map is absent from it. */
  paths: ReadonlyMap<string, string>;
  envelopes: readonly (Envelope & { path: string })[];
  rules: readonly RuleRef[];
}

export interface DeclareOptions {
  /** Declare the envelopes that start and await child agents. Default true. */
  agents?: boolean | undefined;
  /** System text in the place where this host's wire carries it. */
  instructions?: string | undefined;
  /** Claude, `search` class: routes that a search has loaded, declared with `defer_loading`. */
  loaded?: readonly ToolRoute[] | undefined;
}

/** A callable as it appears on the provider wire. */
export interface ObservedCallable {
  /** Item or block type: `function_call`, `custom_tool_call`, `tool_search_call`, `tool_use`. */
  type?: string | undefined;
  namespace?: string | undefined;
  name: string;
}

export type RouteAnswer =
  | { kind: 'tool'; route: ToolRoute; opensWindow: true }
  /** Opaque code: any of these routes may run inside it. */
  | { kind: 'exec'; routes: readonly ToolRoute[]; opensWindow: true }
  | { kind: 'envelope'; name: string; role: Envelope['role']; opensWindow: false }
  /** Several routes share the spelling, so the name decides nothing. */
  | { kind: 'ambiguous'; routes: readonly ToolRoute[]; opensWindow: true }
  | { kind: 'unknown'; opensWindow: false };

export interface SearchAnswer {
  /** The output for the model's search call, in the host's shape, or the error text; goes through `outputItem`. */
  output: unknown;
  hits: readonly { route: ToolRoute; score: number }[];
  /** JSON path of each hit inside `output`, by `routeKey`. */
  paths: ReadonlyMap<string, string>;
  error?: string;
  rules: readonly RuleRef[];
}

export interface SearchQuery {
  query: string;
  limit?: number | undefined;
}

/** One sampling step: names, exposure, declarations, search index and routes, all read from one tool list. */
export interface HostPlan {
  readonly host: { id: HostId; version: string };
  readonly modelClass: ModelClass;
  readonly rows: readonly ExposureRow[];
  readonly assumed: readonly AssumptionCode[];
  readonly findings: readonly HostFinding[];
  losses(route: ToolRoute): ToolLosses | undefined;
  declare(options?: DeclareOptions): Declaration;
  search(query: SearchQuery): SearchAnswer;
  routesOf(observed: ObservedCallable): RouteAnswer;
  /** The route that a code-mode (JavaScript) name calls; undefined where the host has none. */
  codeModeRoute(name: string): ToolRoute | undefined;
  /** What a program finds about a tool in `ALL_TOOLS`: description and TypeScript declaration. */
  codeModeText(route: ToolRoute): string | undefined;
}

// ---- Approval -----------------------------------------------------------------------------------------------------

export type CodexPolicy = 'untrusted' | 'on-failure' | 'on-request' | 'granular' | 'never';
/** `danger-full-access` is the command line's word for `disabled`. */
export type SandboxProfile =
  | 'disabled'
  | 'danger-full-access'
  | 'external'
  | 'read-only'
  | 'workspace-write'
  | 'full-disk-write';
export type ClaudeMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions';

/** What was answered to a question; `message` goes to the model when the call is declined. */
export type UserAnswer =
  | { choice: 'accept' | 'acceptForSession' | 'acceptAndRemember' | 'cancel' }
  | { choice: 'decline'; message?: string | undefined };
export type HookAnswer = { choice: 'allow' | 'none' } | { choice: 'deny'; message?: string | undefined };
export type GuardianAnswer =
  | { choice: 'approved' | 'approved-session' | 'timeout' | 'abort' }
  | { choice: 'denied'; message?: string | undefined };

/**
 * All that one approval decision depends on. A stage that is `'pending'` yields `ask` with the question to put; call
 * again with the answer filled in. A stage left out is taken as not configured and named in `assumed`.
 */
export interface ApprovalInput {
  route?: ToolRoute | undefined;
  annotations?: ToolAnnotations | undefined;
  meta?: Readonly<Record<string, unknown>> | undefined;
  /** Raw argument text or value; only its being a JSON object matters (and Claude parameter rules). */
  arguments?: unknown;
  mode?: ApprovalMode | ClaudeMode | undefined;
  policy?: CodexPolicy | undefined;
  sandbox?: SandboxProfile | undefined;
  rules?: PermissionRules | undefined;
  /** Does session memory hold this tool's key? */
  session?: boolean | undefined;
  hook?: 'pending' | HookAnswer | undefined;
  /** Claude: the PreToolUse hook, which runs before every rule. */
  preToolUse?: 'pending' | HookAnswer | undefined;
  reviewer?: 'user' | 'auto_review' | undefined;
  guardian?: 'pending' | GuardianAnswer | undefined;
  /** Is the structured elicitation feature on? Default true. */
  elicitation?: boolean | undefined;
  /** Can a person answer? False in headless runs. */
  interactive?: boolean | undefined;
  answer?: UserAnswer | undefined;
  /** Codex: strict review of this turn bypasses the first three steps. */
  strictReview?: boolean | undefined;
}

export type ApprovalQuestion =
  | { kind: 'hook'; event: 'PreToolUse' | 'PermissionRequest' }
  | { kind: 'guardian' }
  | {
      kind: 'user';
      via: 'elicitation' | 'request_user_input' | 'prompt';
      /** Answers to offer, in the host's order. */
      offers: readonly UserAnswer['choice'][];
      why: string;
    };

export interface ApprovalResult {
  decision: 'run' | 'ask' | 'deny' | 'skip';
  /** Every numbered step that was looked at, in order; the last one decided or asks. */
  path: readonly RuleRef[];
  /** Further facts that the decision rests on. */
  rules: readonly RuleRef[];
  assumed: readonly AssumptionCode[];
  by: 'policy' | 'annotations' | 'memory' | 'hook' | 'guardian' | 'user' | 'caller';
  /** The final decision in full; absent while `decision` is `ask`. `run` means nothing had to be asked. */
  outcome?: 'run' | 'accept' | 'acceptForSession' | 'acceptAndRemember' | 'decline' | 'cancel' | 'skip';
  /** Present when `decision` is `ask`: the next question to put. */
  question?: ApprovalQuestion;
  /** Text for the model when the call does not run. */
  message?: string;
  /** Present when the decision is to be kept. */
  remember?:
    | { scope: 'session'; key: string }
    | { scope: 'config'; key: string; path: readonly string[]; value: string };
}

// ---- Execution and projections ------------------------------------------------------------------------------------

/** Ids of one call, as the built-in host or an observed client knows them. */
export interface CallIds {
  callId: string;
  itemId?: string | undefined;
  sessionId: string;
  threadId: string;
  turnId?: string | undefined;
  parentThreadId?: string | undefined;
  model?: string | undefined;
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

// ---- Code mode ----------------------------------------------------------------------------------------------------

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

// ---- Profile ------------------------------------------------------------------------------------------------------

export interface HostTraits {
  /** Bytes; undefined when the host does not limit names itself. */
  nameLimit?: number;
  /** Pages of `tools/list` the host reads. */
  pages: 'first' | 'all';
  followsListChanged: boolean;
  /** Does the first request wait for slow servers? */
  waitsForServers: 'all' | 'required' | 'bounded';
  startupTimeoutMs: number;
  toolTimeoutMs: number;
}

export interface HostProfile {
  readonly id: HostId;
  readonly version: string;
  readonly title: string;
  readonly modelClasses: readonly { id: ModelClass; title: string; rules: readonly RuleRef[] }[];
  readonly defaultModelClass: ModelClass;
  readonly wire: 'responses' | 'messages';
  readonly traits: HostTraits;
  readonly envelopes: readonly Envelope[];
  readonly identityPlaces: IdentityPlaces;
  /** Present on hosts that have a code mode. */
  readonly exec?: ExecSupport;
  names(tools: readonly ToolRoute[], settings?: HostSettings): NameRow[];
  plan(tools: readonly HostTool[], settings?: HostSettings): HostPlan;
  schema(schema: unknown, settings?: HostSettings): SchemaResult;
  approve(input: ApprovalInput): ApprovalResult;
  /** The key under which a session remembers an approval; undefined when this call cannot be remembered. */
  memoryKey(route: ToolRoute, mode: ApprovalMode | ClaudeMode | undefined): string | undefined;
  /** May the tool be listed and called under the server's filter? */
  filter(
    route: ToolRoute,
    settings?: ServerSettings,
  ): { allowed: boolean; error?: string; rules: readonly RuleRef[] };
  /** `_meta` that the profile's client puts on `tools/call`. */
  callMeta(ids: CallIds): Readonly<Record<string, unknown>>;
  /** Identity that one provider request carries. */
  identity(ids: RequestIds): RequestIdentity;
  /** Keys of listed-tool metadata that survive into the host; hosts may distrust some. */
  toolMeta(meta: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Environment of a stdio child, given the parent's and the server's own. */
  childEnv(parent: Readonly<Record<string, string>>, own: ChildEnvSettings): Record<string, string>;
  project(result: CallResult, options?: ProjectOptions): Projections;
  /** A failure of our own (timeout, unknown tool, declined) as the model reads it. */
  errorOutput(message: string): Projection;
  /** The input item or block that answers a call of the given type. */
  outputItem(
    type: CallItemType,
    callId: string,
    output: unknown,
    failed?: boolean,
  ): Readonly<Record<string, unknown>>;
}

export interface ChildEnvSettings {
  env?: Readonly<Record<string, string>> | undefined;
  envVars?: readonly string[] | undefined;
  sessionId?: string | undefined;
  projectDir?: string | undefined;
}
