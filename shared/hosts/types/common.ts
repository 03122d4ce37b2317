import type { FactId } from '../facts.ts';
import type { HostId } from '../ids.ts';

/** A fact id, or one numbered step of the procedure that the fact describes (`CX-6.1/2`). */
export type RuleRef = FactId | `${FactId}/${string}`;

export type { HostId };

/** The provider wire: Anthropic Messages, OpenAI Responses, OpenAI Chat Completions, Gemini. */
export type HostWire = 'messages' | 'responses' | 'chat' | 'gemini';

/** The hosts that the built-in host can play, and the wires that it speaks for them. */
export type PlayedHostId = Extract<HostId, 'codex' | 'claude'>;
export type PlayedWire = Extract<HostWire, 'messages' | 'responses'>;

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
  | 'structured-form'
  | 'wire'
  | 'trust'
  | 'trusted-folder'
  | 'server-label'
  | 'rule-order'
  | 'tool-selection'
  | 'auto-approve'
  | 'result-form'
  | 'wire-form'
  | 'no-primary-source';

/** How much a whole profile may be relied on: measured and read, read in part, or hearsay. */
export type Confidence = 'high' | 'medium' | 'low';

export interface HostFinding {
  code: string;
  severity: 'info' | 'warning' | 'error';
  message: string;
  rules: readonly RuleRef[];
}
