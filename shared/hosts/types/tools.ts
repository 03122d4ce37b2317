import type { HostWire, ModelClass } from './common.ts';

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
  /** On which page of the list it stood, from 0. */
  page?: number | undefined;
}

export type Surface = 'direct' | 'deferred' | 'code_mode';
export type ApprovalMode = 'auto' | 'prompt' | 'writes' | 'approve';
export type ClaudeMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions';
export type GeminiMode = 'default' | 'autoEdit' | 'yolo' | 'plan';
export type QwenMode = 'default' | 'auto-edit' | 'auto' | 'yolo' | 'plan';
export type ContinueMode = 'normal' | 'auto' | 'plan';
export type GooseMode = 'auto' | 'approve' | 'smart_approve' | 'chat';
/** A mode by the word that its host uses; a word that another host uses counts as not given. */
export type HostMode = ApprovalMode | ClaudeMode | GeminiMode | QwenMode | ContinueMode | GooseMode;

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
  /** Gemini, Qwen: calls of this server need no question. */
  trust?: boolean | undefined;
  /** Gemini: named in the list of allowed servers. */
  allowed?: boolean | undefined;
  /** VS Code: title or name that the server announces. */
  label?: string | undefined;
  /** Codex: bytes of compact JSON that a schema of this server may take. */
  schemaMaxBytes?: number | undefined;
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
  /**
   * Claude: can model and platform search at all? False for models before the 4.5 generation, on some platforms, and
   * with experimental betas switched off.
   */
  toolSearchSupported?: boolean | undefined;
  rules?: PermissionRules | undefined;
  /** The provider wire, for hosts that speak several. */
  wire?: HostWire | undefined;
  /** Can a person answer? Some hosts show a headless run's model less. */
  interactive?: boolean | undefined;
  /** Gemini, Qwen: is the folder trusted? */
  trustedFolder?: boolean | undefined;
  mode?: HostMode | undefined;
}

/** The three members of Codex model metadata that shape a request. */
export interface CodexModel {
  toolMode: 'direct' | 'codeMode' | 'codeModeOnly';
  search: boolean;
  lite: boolean;
}
