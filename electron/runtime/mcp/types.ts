// What the rest of the runtime may know of an MCP connection. Nothing here names the SDK, so that it stays behind its adapter.
import type { LogLevel } from '../../../shared/contract.ts';
import type { LocalId } from '../../../shared/event.ts';
import type { Fault, Result } from '../../../shared/fault.ts';
import type { McpFinding } from './findings.ts';

export type { McpFinding } from './findings.ts';

/** Legacy is 2024-11-05 to 2025-11-25 (`initialize`), modern is 2026-07-28 and later (`server/discover`). */
export type Era = 'legacy' | 'modern';

/** A JSON object as it came off the wire: every member kept, nothing filled in. */
export type JsonObject = { readonly [key: string]: unknown };

/** The hints of a tool's `annotations`, only where they have the type that the specification gives them. */
export interface ToolHints {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** MCP Apps, revision 2026-01-26. */
export interface ToolUi {
  readonly model: boolean;
  readonly app: boolean;
  readonly resourceUri?: string;
}

/** One entry of `tools/list`. Two entries of one name stay two entries, told apart by `index`. */
export interface RawTool {
  /** Position in the whole list, all pages together, from 0. */
  readonly index: number;
  /** Page it stood on, from 0. */
  readonly page: number;
  /** The name as sent; an entry without a usable name is not a tool and is only a finding. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The schema as sent; absent when the server sent none or something that is not an object. */
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly hints: ToolHints;
  /** Only those with a source that may be shown at all. */
  readonly icons: readonly JsonObject[];
  /** MCP Apps: who may see the tool, and its view. Without a word of the server, both. */
  readonly ui: ToolUi;
  /** Revision 2025-11-25: whether it may, or must, be called as a task. */
  readonly taskSupport?: 'forbidden' | 'optional' | 'required';
  readonly meta?: JsonObject;
  /** The whole entry as it came off the wire. */
  readonly wire: JsonObject;
  /** False when the configuration filters it out or its definition forbids a call over this transport. */
  readonly enabled: boolean;
  readonly findings: readonly McpFinding[];
}

/** A page of a list that could not be had. */
export interface FailedPage {
  /** From 0. */
  readonly page: number;
  readonly fault: Fault;
}

/** What a server offers beside tools. */
export type ItemKind = 'resources' | 'templates' | 'prompts';

export interface RawPromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** One entry of a list of resources, resource templates or prompts. Entries of one key stay apart, told apart by `index`. */
export interface RawItem {
  readonly kind: ItemKind;
  readonly index: number;
  readonly page: number;
  /** What it is asked for by: a URI, a URI template, a name. */
  readonly key: string;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Of a prompt. */
  readonly arguments?: readonly RawPromptArgument[];
  readonly icons: readonly JsonObject[];
  readonly meta?: JsonObject;
  readonly wire: JsonObject;
  readonly findings: readonly McpFinding[];
}

export interface ItemList {
  readonly items: readonly RawItem[];
  readonly findings: readonly McpFinding[];
  readonly pages: number;
  readonly revision: number;
  readonly failed?: FailedPage;
}

export interface ToolList {
  /** Every tool the server listed, in its order, filtered ones included (`enabled` false). */
  readonly tools: readonly RawTool[];
  /** Findings of the list and of all its tools. */
  readonly findings: readonly McpFinding[];
  readonly pages: number;
  /** Counts the lists of this connection from 1. */
  readonly revision: number;
  /** A later page that failed; listing again is the retry. */
  readonly failed?: FailedPage;
}

export type CallStatus = 'ok' | 'toolError' | 'protocolError' | 'transportError' | 'timeout' | 'cancelled';

export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  /** Written by the server: for people, never for events. */
  readonly message?: string;
}

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

export interface CallRequest {
  /** Ours, unique in the capture. */
  readonly call: LocalId;
  /** The name that the server gave the tool. */
  readonly tool: string;
  /** Absent sends no `arguments` at all. A bigint is sent as the integer it is. */
  readonly args?: JsonObject;
  /** Who wants the call. */
  readonly origin: 'host' | 'user';
  /** Sent as `params._meta`, beside what the protocol itself needs there. */
  readonly meta?: JsonObject;
  readonly signal?: AbortSignal;
  /** Silence allowed, in milliseconds; progress starts it anew. Default: the server's configuration. */
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Ask a legacy server to run it as a task. Tools that want nothing else are run so anyhow. */
  readonly asTask?: boolean;
}

export interface Violation {
  /** Which keyword or rule was broken; never a value. */
  readonly code: string;
  readonly pointer: string;
}

export interface CallOutcome {
  readonly call: LocalId;
  readonly outcome: CallStatus;
  /** The `result` member; integers that a double cannot hold are bigints. */
  readonly result?: JsonObject;
  /** The text of the answering message exactly as received. */
  readonly raw?: string;
  /** Bytes of the answering message, 0 without one. */
  readonly resultBytes: number;
  /** JSON-RPC error code, for `protocolError`. */
  readonly rpcCode?: number;
  /** Why there is no result. Its message may quote the server: for people, never for events. */
  readonly fault?: Fault;
  readonly findings: readonly McpFinding[];
  /** Places where `structuredContent` breaks the tool's outputSchema. */
  readonly violations: readonly Violation[];
  /** Monotonic, nanoseconds: just before the request's bytes were handed to the transport. */
  readonly startedAt: bigint;
  /** Monotonic, nanoseconds: when the last byte of the answer arrived, or when we gave up. */
  readonly finishedAt: bigint;
}

/** What became of a request other than a call. */
export type RequestOutcome = Omit<CallOutcome, 'call' | 'violations'>;

export interface RequestLimits {
  readonly signal?: AbortSignal;
  /** Silence allowed, in milliseconds. Default: the server's configuration. */
  readonly timeoutMs?: number;
  readonly meta?: JsonObject;
  readonly onProgress?: (progress: CallProgress) => void;
}

export interface PromptRequest {
  readonly name: string;
  readonly args?: Readonly<Record<string, string>>;
}

export interface CompletionRequest {
  readonly ref:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** What the other arguments are by now. */
  readonly context?: Readonly<Record<string, string>>;
}

/** The latest messages of a server's log, oldest first. Hostile text: for people only. */
export interface LogView {
  readonly messages: readonly {
    /** Milliseconds since the capture's start. */
    readonly at: number;
    readonly level: string;
    readonly logger?: string;
    readonly data: unknown;
  }[];
  readonly dropped: number;
  /** What the server was last asked for. */
  readonly level?: LogLevel;
}

/** What a server said has changed since the connection began. */
export interface ChangesView {
  readonly lists: { readonly resources: number; readonly prompts: number };
  /** Those that are followed, and those that an update named. `lastAt` in milliseconds since the capture's start. */
  readonly resources: readonly {
    readonly uri: string;
    readonly followed: boolean;
    readonly updates: number;
    readonly lastAt?: number;
  }[];
}

/** What a server offers beside tools. Requests never reject: whatever happens is an outcome. */
export interface Features {
  listItems(kind: ItemKind, options?: { readonly signal?: AbortSignal }): Promise<Result<ItemList>>;
  /** `listener` runs when a new list differs from the last; returns a function that stops it. */
  onItemsChanged(kind: ItemKind, listener: (list: ItemList) => void): () => void;
  readResource(uri: string, limits?: RequestLimits): Promise<RequestOutcome>;
  getPrompt(request: PromptRequest, limits?: RequestLimits): Promise<RequestOutcome>;
  complete(request: CompletionRequest, limits?: RequestLimits): Promise<RequestOutcome>;
  ping(limits?: RequestLimits): Promise<RequestOutcome>;
  /** How much of its log the server shall send. */
  setLogLevel(level: LogLevel): Promise<Result<void>>;
  subscribe(uri: string): Promise<Result<void>>;
  unsubscribe(uri: string): Promise<Result<void>>;
  onResourceUpdated(listener: (uri: string) => void): () => void;
  /** Asking once is enough for a modern server to be asked to tell of its lists. */
  changes(): ChangesView;
  log(): LogView;
  onLog(listener: () => void): () => void;
  /** Tells the server that the roots are others now. */
  rootsChanged(): Promise<void>;
}

export interface ServerIdentity {
  readonly name?: string;
  readonly title?: string;
  readonly version?: string;
}

/** How the era was found, for people and for the capture. */
export interface EraVerdict {
  readonly era: Era;
  /**
   * `configured`: the user said so. `discover`: the server answered server/discover. `discover-error`: it answered with an
   * error. `discover-exit`, `discover-silence`, `discover-http`: it exited, stayed silent or failed over HTTP, and a second
   * attempt without the question was made. `remembered`: one of the last three was found before.
   */
  readonly reason:
    | 'configured'
    | 'discover'
    | 'discover-error'
    | 'discover-exit'
    | 'discover-silence'
    | 'discover-http'
    | 'remembered';
  /** When a remembered verdict was found, ISO 8601. */
  readonly at?: string;
}

export interface StderrView {
  /** `at` is milliseconds since the capture's start. */
  readonly lines: { readonly at: number; readonly text: string }[];
  readonly dropped: number;
}

export type CloseReason = 'closed' | 'exited' | 'lost';

/** One live connection to one process (or endpoint) of one server. */
export interface Connection extends Features {
  /** The configured name of the server. */
  readonly server: string;
  /** Which process or session of that server this is. */
  readonly instance: string;
  readonly era: Era;
  readonly verdict: EraVerdict;
  readonly protocolVersion: string;
  /** `sse` is the transport of revision 2024-11-05, `http` Streamable HTTP. */
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly serverInfo: ServerIdentity;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  /** Findings made while connecting. */
  readonly findings: readonly McpFinding[];
  /** Process id of a local server. */
  readonly pid?: number;
  /** Asks the server for its tools, all pages. */
  listTools(options?: { readonly signal?: AbortSignal }): Promise<Result<ToolList>>;
  /** Calls one tool. Never rejects: whatever happens is an outcome. */
  callTool(request: CallRequest): Promise<CallOutcome>;
  /** `listener` runs when a new list differs from the last; returns a function that stops it. */
  onToolsChanged(listener: (list: ToolList) => void): () => void;
  /** `listener` runs once, when the connection ends for whatever reason. */
  onClosed(listener: (reason: CloseReason, fault?: Fault) => void): () => void;
  /** The latest lines that a local server wrote to stderr, oldest first, and how many older ones were let go. */
  stderr(): StderrView;
  /** Ends the connection and everything it started. Resolves when the process is gone. */
  close(): Promise<void>;
}
