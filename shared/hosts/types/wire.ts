import type { AssumptionCode, HostFinding, HostId, ModelClass, RuleRef } from './common.ts';
import type { ExposureRow, ToolLosses } from './exposure.ts';
import type { ToolRoute } from './tools.ts';

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
