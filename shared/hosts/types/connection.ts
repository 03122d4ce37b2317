import type { RuleRef } from './common.ts';

/** A server's table as it stands in a configuration; members are not trusted to have their types. */
export type ServerTable = Readonly<Record<string, unknown>>;

/** What becomes of one server's table. */
export type TableVerdict =
  | {
      state: 'accepted';
      transport: 'stdio' | 'http';
      /** The server will not come up all the same, and why. */
      startup?: { message: string; rules: readonly RuleRef[] };
      /** Accepted and without effect. */
      ignored: readonly { member: string; rules: readonly RuleRef[] }[];
      limits: { startupMs: number; toolMs: number };
      rules: readonly RuleRef[];
    }
  | { state: 'refused'; member?: string; message: string; rules: readonly RuleRef[] };

export interface TableContext {
  /** Names of environment variables that are set, not empty and Unicode. */
  environment: ReadonlySet<string>;
}

/** Where a server comes from, weakest first. */
export type ServerSource = 'legacy-plugin' | 'selected-plugin' | 'config' | 'built-in' | 'extension';

export interface Registration {
  name: string;
  source: ServerSource;
  enabled: boolean;
  table: ServerTable;
}

/** One entry of a managed allow-list: the identity that a server of this name must have. */
export interface Requirement {
  command?: string | undefined;
  url?: string | undefined;
}

export interface EffectiveInput {
  registrations: readonly Registration[];
  /** By server name; undefined when nothing is managed. */
  requirements?: Readonly<Record<string, Requirement>> | undefined;
  /** Is there a local environment to start processes in? */
  localEnvironment: boolean;
  /** Ids of the environments that exist besides `local`. */
  environments?: readonly string[] | undefined;
  /** Origin that the ChatGPT login belongs to. */
  chatgptOrigin?: string | undefined;
}

export interface EffectiveServer {
  name: string;
  source: ServerSource;
  state: 'on' | 'off' | 'error';
  reason?: 'disabled' | 'vetoed' | 'requirements' | 'no-local-environment' | 'unknown-environment';
  /** How it logs in, where it is reached over HTTP. */
  auth?: 'oauth' | 'chatgpt';
  /** Weaker registrations of the same name. */
  hides: readonly ServerSource[];
  rules: readonly RuleRef[];
}

/** A request of the MCP client, as far as retries go by it. */
export type ClientRequest = 'initialize' | 'initialized' | 'tools/list' | 'tools/call' | 'other';

export interface HttpAnswer {
  request: ClientRequest;
  status: number;
  /** Did the request carry a session id? */
  session: boolean;
  /** Value of `WWW-Authenticate`. */
  challenge?: string | undefined;
  contentType?: string | undefined;
  /** Is the body a JSON-RPC error? */
  rpcError?: boolean | undefined;
}

export interface HttpOutcome {
  kind:
    | 'session-expired'
    | 'auth-required'
    | 'insufficient-scope'
    | 'accepted'
    | 'rpc-error'
    | 'failure'
    | 'stream'
    | 'json'
    | 'unexpected-content-type';
  scope?: string;
  rules: readonly RuleRef[];
}

export type Failure =
  | { kind: 'http'; status: number }
  | { kind: 'request-failed' | 'stream-read-failed' | 'executor'; message?: string | undefined }
  | {
      kind:
        | 'auth-required'
        | 'insufficient-scope'
        | 'session-expired'
        | 'unexpected-content-type'
        | 'decode'
        | 'header';
    };

export interface RetryPlan {
  retries: boolean;
  /** Milliseconds before each further attempt, all inside of the one time limit. */
  delaysMs: readonly number[];
  /** Another attempt begins with a new transport. */
  rebuilds: boolean;
  rules: readonly RuleRef[];
}

/** What may log a client in at a server, as far as it is there. */
export interface TokenSources {
  bearerTokenEnvVar: boolean;
  authorizationHeader: boolean;
  chatgpt: boolean;
  storedOauth: boolean;
  /** Can the endpoints of the authorization server be found, so that tokens can be renewed? */
  metadata: boolean;
}
export type TokenSource = 'bearer-env' | 'header' | 'chatgpt' | 'oauth' | 'stored-token' | 'none';

export type ElicitationReply = { action: 'accept'; persist?: unknown } | { action: 'decline' | 'cancel' };
export type ElicitationDecision = 'accept' | 'acceptForSession' | 'acceptAndRemember' | 'decline' | 'cancel';

export interface ServerElicitation {
  autoDeny: boolean;
  approvedContext: boolean;
  /** Has the form any property? */
  emptyForm: boolean;
  policy: 'untrusted' | 'on-failure' | 'on-request' | 'granular' | 'never';
  /** Policy granular: may servers ask? */
  granularAllows?: boolean | undefined;
}

/** How a host connects to servers, logs in, repeats and gives up. */
export interface ConnectionRules {
  /** One server's table: accepted, or refused and why. */
  table(name: string, table: ServerTable, context: TableContext): TableVerdict;
  /** All registered servers, and which of them count. */
  effective(input: EffectiveInput): readonly EffectiveServer[];
  httpAnswer(answer: HttpAnswer): HttpOutcome;
  /** Is a failed request sent again? */
  retry(transport: 'http' | 'stdio', request: ClientRequest, failure: Failure): RetryPlan;
  token(sources: TokenSources): { source: TokenSource; rules: readonly RuleRef[] };
  /** Are renewed tokens kept after this operation? */
  keepsTokens(operation: 'initialize' | 'other', succeeded: boolean): boolean;
  /** A reply to the question whether a call may run. */
  approvalReply(reply: ElicitationReply | undefined): ElicitationDecision;
  /** What becomes of a question that a server asks by itself. */
  serverElicitation(asked: ServerElicitation): {
    outcome: 'decline' | 'accept-empty' | 'shown';
    rules: readonly RuleRef[];
  };
}
