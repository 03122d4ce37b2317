import type {
  AssumptionCode,
  ExposureRow,
  Fact,
  HostId,
  HostProfile,
  HostSettings,
  HostTool,
  ModelClass,
  RuleRef,
  ServerSettings,
  ToolLosses,
} from '../hosts/index.ts';

export type Severity = 'error' | 'warning' | 'info';

/** How well a fact behind an alarm is known; strongest first. */
export type Grade = Fact['grade'];

/**
 * One server as it listed its tools. Compared by identity: the same object means that nothing of it changed, so a caller
 * that asks again passes the old objects for all servers but those that did.
 */
export interface LintServer {
  readonly server: string;
  readonly tools: readonly HostTool[];
  /** What a configuration says of the server; its instructions are read from here. */
  readonly settings?: ServerSettings;
}

/** One host to judge by: a profile with everything that decides its requests except the servers. */
export interface LintHost {
  readonly profile: HostProfile;
  readonly settings: HostSettings;
}

/** What one host makes of one server, in the company of all the others. */
export interface ServerView {
  readonly server: LintServer;
  /** One row a tool, in the order of the list. */
  readonly rows: readonly ExposureRow[];
  /** Tools that are declared, or would be if there were no limit. */
  readonly competing: number;
  /** The view that this one was made of; rows that are the same objects in both were not changed. */
  readonly base?: ServerView;
}

/** One place where a host does something that a server's author should know. */
export interface Hit {
  /** What this host does, in a sentence. */
  readonly says: string;
  readonly rules: readonly RuleRef[];
  readonly assumed?: readonly AssumptionCode[];
  /** RFC 6901, within the tool's definition. */
  readonly place?: string;
}

export interface ToolContext {
  readonly host: LintHost;
  readonly view: ServerView;
  readonly tool: HostTool;
  readonly row: ExposureRow;
  /** Undefined for a tool that the host does not know. */
  readonly losses: ToolLosses | undefined;
}

export interface ServerContext {
  readonly host: LintHost;
  readonly view: ServerView;
}

export interface SetContext {
  readonly host: LintHost;
  /** Tools that would be declared, were there no limit. */
  readonly tools: number;
  readonly servers: number;
}

interface RuleHead<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  readonly means: string;
  readonly remedy: string;
  /** One alarm a server that names the tools, instead of one a tool. */
  readonly gather?: true;
}

/**
 * One rule. A `finding` rule passes on what profiles find themselves, by the codes that they use; the others look at one
 * tool, one server, or the number of all tools.
 */
export type LintRule<Code extends string = string> = RuleHead<Code> &
  (
    | { readonly by: 'finding'; readonly findings: readonly string[] }
    | { readonly by: 'tool'; readonly find: (context: ToolContext) => Hit | undefined }
    | { readonly by: 'server'; readonly find: (context: ServerContext) => Hit | undefined }
    | { readonly by: 'set'; readonly find: (context: SetContext) => Hit | undefined }
  );

/** A host that an alarm is about, and what makes us say so. */
export interface AffectedHost {
  readonly host: HostId;
  readonly version: string;
  readonly modelClass: ModelClass;
  readonly says: string;
  readonly rules: readonly RuleRef[];
  /** The weakest of the facts; undefined when no fact stands behind it. */
  readonly grade: Grade | undefined;
  /** Inputs that had to be guessed for this host. */
  readonly assumed: readonly AssumptionCode[];
  /** The rule's severity, lowered to what the evidence bears. */
  readonly severity: Severity;
}

export interface Alarm<Code extends string = string> {
  readonly code: Code;
  /** The highest among the hosts. */
  readonly severity: Severity;
  /** Absent when the alarm is about all servers together. */
  readonly server?: string;
  readonly tool?: string;
  /** The tools, for an alarm that speaks of several. */
  readonly tools?: readonly string[];
  /** RFC 6901, within the tool's definition. */
  readonly place?: string;
  readonly message: string;
  readonly remedy: string;
  /** The strongest grade among the hosts: at least one host is known this well to do so. */
  readonly grade: Grade | undefined;
  readonly hosts: readonly AffectedHost[];
}
