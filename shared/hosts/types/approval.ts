import type { AssumptionCode, RuleRef } from './common.ts';
import type { HostMode, PermissionRules, ToolAnnotations, ToolRoute } from './tools.ts';

export type CodexPolicy = 'untrusted' | 'on-failure' | 'on-request' | 'granular' | 'never';
/** `danger-full-access` is the command line's word for `disabled`. */
export type SandboxProfile =
  | 'disabled'
  | 'danger-full-access'
  | 'external'
  | 'read-only'
  | 'workspace-write'
  | 'full-disk-write';

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
  mode?: HostMode | undefined;
  policy?: CodexPolicy | undefined;
  sandbox?: SandboxProfile | undefined;
  rules?: PermissionRules | undefined;
  /** Does session memory hold this tool's key? */
  session?: boolean | undefined;
  hook?: 'pending' | HookAnswer | undefined;
  /** Claude: the PreToolUse hook, which runs before every rule. */
  preToolUse?: 'pending' | HookAnswer | undefined;
  /** Claude: matchers of the configured hooks by event. A hook that none of them leads to has no say; not given = unknown. */
  matchers?:
    | { preToolUse?: readonly string[] | undefined; permissionRequest?: readonly string[] | undefined }
    | undefined;
  reviewer?: 'user' | 'auto_review' | undefined;
  guardian?: 'pending' | GuardianAnswer | undefined;
  /** Is the structured elicitation feature on? Default true. */
  elicitation?: boolean | undefined;
  /** Can a person answer? False in headless runs. */
  interactive?: boolean | undefined;
  answer?: UserAnswer | undefined;
  /** Gemini, Qwen: does the configuration trust the server? */
  trust?: boolean | undefined;
  /** Gemini: is the server named in the list of allowed ones? */
  allowed?: boolean | undefined;
  /** Gemini, Qwen: is the folder trusted? */
  trustedFolder?: boolean | undefined;
  /** Cline, VS Code: are calls approved by themselves? */
  autoApprove?: boolean | undefined;
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
