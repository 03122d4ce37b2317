import type { ApprovalInput, ApprovalResult } from './approval.ts';
import type {
  Confidence,
  HostId,
  HostWire,
  ModelClass,
  PlayedHostId,
  PlayedWire,
  RuleRef,
} from './common.ts';
import type { ConfigurationRules, HookMatch } from './configuration.ts';
import type { ConnectionRules } from './connection.ts';
import type { NameRow, SchemaResult } from './exposure.ts';
import type {
  CallIds,
  CallItemType,
  CallResult,
  ExecSupport,
  IdentityPlaces,
  ProjectOptions,
  Projection,
  Projections,
  RequestIdentity,
  RequestIds,
} from './projection.ts';
import type { HostMode, HostSettings, HostTool, ServerSettings, ToolRoute } from './tools.ts';
import type { Envelope, HostPlan } from './wire.ts';

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

/** A number of tools that one host minds. */
export interface ToolCount {
  readonly count: number;
  readonly rules: readonly RuleRef[];
}

export interface HostProfile {
  readonly id: HostId;
  readonly version: string;
  readonly title: string;
  readonly modelClasses: readonly { id: ModelClass; title: string; rules: readonly RuleRef[] }[];
  readonly defaultModelClass: ModelClass;
  /** The wire that the host speaks when nothing else is configured. */
  readonly wire: HostWire;
  /** Every wire that it can be configured to speak. */
  readonly wires: readonly HostWire[];
  readonly confidence: Confidence;
  readonly traits: HostTraits;
  /** Tools that one request may carry; those beyond are left out. */
  readonly toolLimit?: ToolCount;
  /** A number of tools beyond which the host advises against more. */
  readonly toolAdvice?: ToolCount;
  readonly envelopes: readonly Envelope[];
  readonly identityPlaces: IdentityPlaces;
  /** Present on hosts that have a code mode. */
  readonly exec?: ExecSupport;
  /** Present where it is known how the host connects. */
  readonly connection?: ConnectionRules;
  /** Present where it is known how configurations of several places become one. */
  readonly configuration?: ConfigurationRules;
  /** Present where it is known which tools a hook looks at. */
  hookMatches?(matcher: string | undefined, name: string): HookMatch;
  names(tools: readonly ToolRoute[], settings?: HostSettings): NameRow[];
  plan(tools: readonly HostTool[], settings?: HostSettings): HostPlan;
  schema(schema: unknown, settings?: HostSettings): SchemaResult;
  approve(input: ApprovalInput): ApprovalResult;
  /** The key under which a session remembers an approval; undefined when this call cannot be remembered. */
  memoryKey(route: ToolRoute, mode: HostMode | undefined): string | undefined;
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

/** A profile that the built-in host can play. */
export interface PlayedProfile extends HostProfile {
  readonly id: PlayedHostId;
  readonly wire: PlayedWire;
}

export interface ChildEnvSettings {
  env?: Readonly<Record<string, string>> | undefined;
  envVars?: readonly string[] | undefined;
  sessionId?: string | undefined;
  projectDir?: string | undefined;
}
