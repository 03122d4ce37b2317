import type { Filtered } from '../filter.ts';
import type {
  ApprovalInput,
  ApprovalResult,
  AssumptionCode,
  CallResult,
  ChildEnvSettings,
  Confidence,
  Envelope,
  ExposureKind,
  ExposureReason,
  HostId,
  HostMode,
  HostSettings,
  HostTool,
  HostTraits,
  HostWire,
  ModelClass,
  NameRow,
  ProjectOptions,
  Projections,
  Reach,
  RuleRef,
  SchemaResult,
  SearchAnswer,
  SearchQuery,
  ServerSettings,
  ToolRoute,
} from '../types.ts';

/** Whether, and how, one tool of the list reaches the model; names that coincide are looked at afterwards. */
export interface Gate {
  exposure: ExposureKind;
  reason: ExposureReason;
  rules: readonly RuleRef[];
  assumed?: readonly AssumptionCode[];
  reach?: Reach;
}

/** A tool of the host's own that the plan declares because MCP tools are reached through it. */
export interface OwnTool {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

export interface Described {
  shown: string;
  rules: readonly RuleRef[];
}

/** A deferred tool, as the host's search finds it. */
export interface Findable {
  route: ToolRoute;
  name: string;
  description: string;
  schema: unknown;
}

/** What a host may tell its model besides its list of tools. */
export interface HostTexts {
  readonly settings: HostSettings;
  /** Of which there is a tool that can be called. */
  readonly servers: readonly string[];
  readonly deferred: readonly { readonly name: string; readonly description: string }[];
}

/**
 * A host that puts all tools into one list, each under one name. What hosts of this kind have in common is written once;
 * this is what tells them apart.
 */
export interface ListedHost {
  readonly id: HostId;
  readonly version: string;
  readonly title: string;
  readonly confidence: Confidence;
  readonly traits: HostTraits;
  /** The first is the usual one. */
  readonly wires: readonly [HostWire, ...HostWire[]];
  readonly modelClasses: readonly { id: ModelClass; title: string; rules: readonly RuleRef[] }[];
  readonly envelopes: readonly Envelope[];
  /** Facts behind the shape of an entry, and behind the members of a tool that are in none. */
  readonly wireRules: readonly RuleRef[];
  readonly fieldRules: readonly RuleRef[];
  /** How the Gemini wire carries a schema. */
  readonly geminiKey?: 'parametersJsonSchema' | 'parameters';

  names(tools: readonly ToolRoute[], settings: HostSettings): NameRow[];
  /** Which of several tools of one name is kept, when one is. */
  readonly collision: {
    keeps: 'first' | 'last' | 'all';
    /** The order in which tools come, where it is not the list's. */
    order?: (a: ToolRoute, b: ToolRoute) => number;
    rules: readonly RuleRef[];
    assumed?: readonly AssumptionCode[];
  };
  filter(route: ToolRoute, settings: ServerSettings | undefined): Filtered;
  /** Facts behind the pages that the host reads. */
  readonly pageRules: readonly RuleRef[];
  gate(tool: HostTool, row: NameRow, settings: HostSettings): Gate;
  /** Servers of which the host cannot read the whole list, judged by their tools. */
  refusesList?(tools: readonly HostTool[]): readonly RuleRef[] | undefined;
  /** Tools that one request may carry. */
  readonly toolLimit?: { count: number; rules: readonly RuleRef[] };
  /** A number of tools beyond which the host advises against more. */
  readonly toolAdvice?: { count: number; rules: readonly RuleRef[] };
  describe(tool: HostTool): Described;
  schema(schema: unknown, wire: HostWire, settings: HostSettings): SchemaResult;
  /** The schema of a tool that is declared at once, where that differs from a deferred one's. */
  declaredSchema?(schema: unknown, wire: HostWire, settings: HostSettings): SchemaResult;
  /** Inputs that every answer of this host rests on and that were not given. */
  assumptions(settings: HostSettings): readonly AssumptionCode[];
  /** Server instructions, as far as the host tells its model of them in the place of the system's text. */
  systemTexts?(context: HostTexts): readonly string[];
  /** The message of a chat in which it tells its model of servers and deferred tools; undefined when there is nothing to tell. */
  userMessage?(context: HostTexts): Readonly<Record<string, unknown>> | undefined;
  readonly search?: {
    /** Tools of the host's own through which a deferred tool is found and called. */
    tools: readonly OwnTool[];
    find(candidates: readonly Findable[], query: SearchQuery): SearchAnswer;
  };

  approve(input: ApprovalInput): ApprovalResult;
  memoryKey(route: ToolRoute, mode: HostMode | undefined): string | undefined;
  project(result: CallResult, options: ProjectOptions): Projections;
  childEnv(parent: Readonly<Record<string, string>>, own: ChildEnvSettings): Record<string, string>;
}
