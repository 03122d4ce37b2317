import { isObject, parseJson } from '../../json.ts';
import type {
  ApprovalInput,
  ApprovalMode,
  ApprovalResult,
  AssumptionCode,
  CodexPolicy,
  RuleRef,
  SandboxProfile,
  ToolAnnotations,
  ToolRoute,
  UserAnswer,
} from '../types.ts';
import type { CodexVersion } from './versions.ts';

export const CODEX_TEXTS = {
  rejected: 'user rejected MCP tool call',
  cancelled: 'user cancelled MCP tool call',
  never: 'MCP tool call requires approval, but approval policy is never',
} as const;

/** Does a tool with these hints need approval in this mode (CX-6.2)? Absent hints are taken pessimistically. */
export function needsApproval(annotations: ToolAnnotations | undefined, mode: ApprovalMode): boolean {
  const { destructiveHint, readOnlyHint, openWorldHint } = annotations ?? {};
  switch (mode) {
    case 'approve':
      return false;
    case 'prompt':
      return true;
    case 'writes':
      return readOnlyHint !== true;
    case 'auto':
      if (destructiveHint === true) return true;
      if (readOnlyHint === true) return false;
      return (destructiveHint ?? true) || (openWorldHint ?? true);
  }
}

/** Session memory goes by server, connector and raw tool name, and exists in mode `auto` only (CX-6.10). */
export function codexMemoryKey(route: ToolRoute, mode: string | undefined): string | undefined {
  return mode === undefined || mode === 'auto' ? JSON.stringify([route.server, '', route.tool]) : undefined;
}

interface Flow {
  input: ApprovalInput;
  mode: ApprovalMode;
  policy: CodexPolicy;
  path: RuleRef[];
  rules: RuleRef[];
  assumed: AssumptionCode[];
}

/** The seven steps of one approval (CX-6.1), as far as the given answers reach. */
export function codexApproval(version: CodexVersion, input: ApprovalInput): ApprovalResult {
  const flow = start(input);
  const refused = argumentsError(input.arguments);
  if (refused !== undefined) {
    flow.path.push('CX-6.1/0a');
    return { ...common(flow), decision: 'skip', outcome: 'skip', by: 'caller', message: refused };
  }
  return (
    (input.strictReview === true ? undefined : automatic(flow)) ??
    hook(flow) ??
    guardian(flow) ??
    user(flow, version)
  );
}

function start(input: ApprovalInput): Flow {
  const assumed: AssumptionCode[] = [];
  const assume = <T>(value: T | undefined, code: AssumptionCode, otherwise: T): T => {
    if (value === undefined) assumed.push(code);
    return value ?? otherwise;
  };
  return {
    input,
    mode: assume(approvalMode(input.mode), 'approval-mode', 'auto'),
    policy: assume(input.policy, 'approval-policy', 'on-request'),
    path: [],
    rules: input.strictReview === true ? ['CX-6.6'] : [],
    assumed,
  };
}

function approvalMode(mode: ApprovalInput['mode']): ApprovalMode | undefined {
  return mode === 'auto' || mode === 'prompt' || mode === 'writes' || mode === 'approve' ? mode : undefined;
}

function common(flow: Flow): Pick<ApprovalResult, 'path' | 'rules' | 'assumed'> {
  return { path: flow.path, rules: flow.rules, assumed: flow.assumed };
}

/** Blank text means no arguments; anything but a JSON object is refused before any event (CX-6.1 step 0a, CX-7.01). */
function argumentsError(given: unknown): string | undefined {
  let value = given;
  if (typeof given === 'string') {
    if (given.trim() === '') return undefined;
    try {
      value = parseJson(given);
    } catch (error) {
      return `err: ${error instanceof Error ? error.message : 'invalid JSON'}`;
    }
  }
  return value === undefined || isObject(value) ? undefined : 'err: MCP tool arguments must be a JSON object';
}

/** Steps 1 to 3: policy, annotations, memory. */
function automatic(flow: Flow): ApprovalResult | undefined {
  const { input, mode, policy } = flow;
  flow.path.push('CX-6.1/1');
  if (mode === 'approve') return run(flow, 'policy');
  if (policy === 'never') {
    if (input.sandbox === undefined) flow.assumed.push('sandbox-profile');
    if (isUnrestricted(input.sandbox ?? 'read-only')) return run(flow, 'policy');
  }
  flow.path.push('CX-6.1/2');
  flow.rules.push('CX-6.2');
  if (input.annotations === undefined) {
    flow.assumed.push('no-annotations');
    flow.rules.push('CX-6.02');
  }
  if (!needsApproval(input.annotations, mode)) return run(flow, 'annotations');
  flow.path.push('CX-6.1/3');
  if (mode === 'auto') {
    if (input.session === undefined) flow.assumed.push('session-memory');
    if (input.session === true) {
      flow.rules.push('CX-6.10');
      return { ...common(flow), decision: 'run', outcome: 'accept', by: 'memory' };
    }
  }
  return undefined;
}

function isUnrestricted(sandbox: SandboxProfile): boolean {
  return sandbox !== 'read-only' && sandbox !== 'workspace-write';
}

function run(flow: Flow, by: 'policy' | 'annotations'): ApprovalResult {
  return { ...common(flow), decision: 'run', outcome: 'run', by };
}

function decline(flow: Flow, by: ApprovalResult['by'], message: string | undefined): ApprovalResult {
  flow.rules.push('CX-6.5');
  return {
    ...common(flow),
    decision: 'deny',
    outcome: 'decline',
    by,
    message: message ?? CODEX_TEXTS.rejected,
  };
}

/** Step 4: permission-request hooks. */
function hook(flow: Flow): ApprovalResult | undefined {
  const answer = flow.input.hook;
  flow.path.push('CX-6.1/4');
  if (answer === undefined) {
    flow.assumed.push('hooks');
    return undefined;
  }
  if (answer === 'pending') {
    return {
      ...common(flow),
      decision: 'ask',
      by: 'hook',
      question: { kind: 'hook', event: 'PermissionRequest' },
    };
  }
  switch (answer.choice) {
    case 'allow':
      return { ...common(flow), decision: 'run', outcome: 'accept', by: 'hook' };
    case 'deny':
      return decline(flow, 'hook', answer.message);
    case 'none':
      return undefined;
  }
}

/** Step 5: the reviewing model, under two policies and only when it is the reviewer. */
function guardian(flow: Flow): ApprovalResult | undefined {
  const { input, policy } = flow;
  flow.path.push('CX-6.1/5');
  const strict = input.strictReview === true;
  if (!strict && policy !== 'on-request' && policy !== 'granular') return undefined;
  if (!strict && input.reviewer === undefined) flow.assumed.push('reviewer');
  if (!strict && input.reviewer !== 'auto_review') return undefined;
  const answer = input.guardian;
  if (answer === undefined || answer === 'pending') {
    return { ...common(flow), decision: 'ask', by: 'guardian', question: { kind: 'guardian' } };
  }
  switch (answer.choice) {
    case 'approved':
      return { ...common(flow), decision: 'run', outcome: 'accept', by: 'guardian' };
    case 'approved-session':
      return accepted(flow, 'acceptForSession', 'guardian');
    case 'denied':
      return decline(flow, 'guardian', answer.message);
    case 'timeout':
    case 'abort':
      return decline(flow, 'guardian', undefined);
  }
}

/** Steps 6 and 7: the user, and what is remembered of the answer. */
function user(flow: Flow, version: CodexVersion): ApprovalResult {
  const { input, policy } = flow;
  flow.path.push('CX-6.1/6');
  if (policy === 'never' && version.neverAtUserStage === 'deny') {
    flow.rules.push('CX-6.01', 'CX-6.6', 'CX-90.06');
    return {
      ...common(flow),
      decision: 'deny',
      outcome: 'decline',
      by: 'policy',
      message: CODEX_TEXTS.never,
    };
  }
  const answer = input.answer;
  if (answer === undefined) {
    if (input.interactive === false) {
      flow.rules.push('CX-6.01');
      return cancelled(flow, 'caller');
    }
    return {
      ...common(flow),
      decision: 'ask',
      by: 'user',
      question: {
        kind: 'user',
        via: input.elicitation === false ? 'request_user_input' : 'elicitation',
        offers: offers(flow),
        why: why(flow),
      },
    };
  }
  if (answer.choice === 'decline') return decline(flow, 'user', answer.message);
  return answer.choice === 'cancel' ? cancelled(flow, 'user') : accepted(flow, answer.choice, 'user');
}

function cancelled(flow: Flow, by: 'user' | 'caller'): ApprovalResult {
  flow.rules.push('CX-6.5');
  return { ...common(flow), decision: 'deny', outcome: 'cancel', by, message: CODEX_TEXTS.cancelled };
}

/** CX-6.20: longer-lived answers exist only where there is a key to keep them under. */
function offers(flow: Flow): UserAnswer['choice'][] {
  const remembers = flow.mode === 'auto';
  const elicits = flow.input.elicitation !== false;
  flow.rules.push('CX-6.20');
  return [
    'accept',
    ...(remembers ? (['acceptForSession'] as const) : []),
    ...(remembers && elicits ? (['acceptAndRemember'] as const) : []),
    ...(elicits ? (['decline'] as const) : []),
    'cancel',
  ];
}

/** Outside mode `auto`, answers that would last are taken as a plain accept (CX-6.13). */
function accepted(
  flow: Flow,
  choice: 'accept' | 'acceptForSession' | 'acceptAndRemember',
  by: 'user' | 'guardian',
): ApprovalResult {
  const { route } = flow.input;
  const key = route === undefined ? undefined : codexMemoryKey(route, flow.mode);
  const lasting = choice !== 'accept' && flow.mode === 'auto';
  if (choice !== 'accept' && !lasting) flow.rules.push('CX-6.13');
  if (lasting) flow.path.push('CX-6.1/7');
  const result: ApprovalResult = {
    ...common(flow),
    decision: 'run',
    outcome: lasting ? choice : 'accept',
    by,
  };
  if (!lasting || key === undefined || route === undefined) return result;
  if (choice === 'acceptForSession') {
    flow.rules.push('CX-6.10');
    return { ...result, remember: { scope: 'session', key } };
  }
  flow.rules.push('CX-6.12');
  const path = ['mcp_servers', route.server, 'tools', route.tool, 'approval_mode'];
  return { ...result, remember: { scope: 'config', key, path, value: 'approve' } };
}

function why({ input, mode }: Flow): string {
  const { annotations } = input;
  if (input.strictReview === true) return 'This turn is under strict review.';
  switch (mode) {
    case 'prompt':
      return 'The server is set to ask before every call.';
    case 'writes':
      return 'The server is set to ask before writes, and this tool does not say that it only reads.';
    case 'auto':
    case 'approve':
      if (annotations?.destructiveHint === true) return 'The server says that this tool can destroy.';
      if (annotations?.destructiveHint === undefined) {
        return 'The server does not say that this tool only reads or that it destroys nothing.';
      }
      return 'The server does not say that this tool stays in a closed world.';
  }
}
