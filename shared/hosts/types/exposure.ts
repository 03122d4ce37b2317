import type { AssumptionCode, HostFinding, RuleRef } from './common.ts';
import type { ToolRoute } from './tools.ts';

/** One input tool and every spelling the host derives from it. One row per input row, in input order. */
export interface NameRow extends ToolRoute {
  namespace?: string;
  name: string;
  /** The single string the provider wire carries, where the host sends one. */
  flat?: string;
  codeMode?: string;
  hook?: string;
  dropped?: true;
  findings: readonly HostFinding[];
}

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
  | 'tool-search'
  | 'listed'
  | 'later-page'
  | 'overwritten'
  | 'not-trusted'
  | 'mode-denies'
  | 'ask-headless'
  | 'list-refused'
  | 'schema-refused'
  | 'over-limit'
  | 'name-too-long';

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
