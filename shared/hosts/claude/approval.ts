import type {
  ApprovalInput,
  ApprovalResult,
  AssumptionCode,
  ClaudeMode,
  RuleRef,
  ToolRoute,
  UserAnswer,
} from '../types.ts';
import { modeOf } from '../mode.ts';
import { hookMatches } from './hooks.ts';
import { claudeName } from './names.ts';
import { ruleMatches, type RuleKind } from './rules.ts';

const CLAUDE_MODES: readonly ClaudeMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
];

const CLAUDE_TEXTS = {
  denied: 'Permission to use this tool was denied.',
  rejected: 'The user does not want this tool used now.',
  cancelled: 'The user interrupted.',
} as const;

const OFFERS: readonly UserAnswer['choice'][] = [
  'accept',
  'acceptForSession',
  'acceptAndRemember',
  'decline',
  'cancel',
];

interface Flow {
  input: ApprovalInput;
  route: ToolRoute;
  mode: ClaudeMode;
  /** Did a PreToolUse hook allow the call? */
  allowedByHook: boolean;
  path: RuleRef[];
  rules: RuleRef[];
  assumed: AssumptionCode[];
}

/** A remembered approval is an allow rule by the tool's name. */
export function claudeMemoryKey(route: ToolRoute): string {
  return claudeName(route);
}

/** Why the last step is reached: a rule says so, the tool insists on a person, or nothing decided before. */
type AskedBy = 'rule' | 'tool' | 'default';

/** The order of CC-5: hook, deny, ask, mode, allow, and then whoever can still be asked. */
export function claudeApproval(input: ApprovalInput): ApprovalResult {
  const flow = start(input);
  const ended = preToolUse(flow) ?? denyRules(flow);
  if (ended !== undefined) return ended;
  const askedBy = mustAsk(flow);
  if (askedBy !== undefined) return lastStage(flow, askedBy);
  return byMode(flow) ?? allowed(flow) ?? lastStage(flow, 'default');
}

function start(input: ApprovalInput): Flow {
  const assumed: AssumptionCode[] = [];
  const given = modeOf(input.mode, CLAUDE_MODES);
  if (given === undefined) assumed.push('approval-mode');
  if (input.rules === undefined) assumed.push('rules');
  return {
    input,
    route: input.route ?? { server: '', tool: '' },
    mode: given ?? 'default',
    allowedByHook: false,
    path: [],
    rules: ['CC-5.01'],
    assumed,
  };
}

function common(flow: Flow): Pick<ApprovalResult, 'path' | 'rules' | 'assumed'> {
  return { path: flow.path, rules: flow.rules, assumed: flow.assumed };
}

function run(flow: Flow, by: ApprovalResult['by']): ApprovalResult {
  return { ...common(flow), decision: 'run', outcome: 'run', by };
}

function deny(flow: Flow, by: ApprovalResult['by'], message: string): ApprovalResult {
  return { ...common(flow), decision: 'deny', outcome: 'decline', by, message };
}

/** Step 1. A block ends it; an allow only spares the question of the last step (CC-5.01). */
function preToolUse(flow: Flow): ApprovalResult | undefined {
  flow.path.push('CC-5/1');
  const looks = hooksLook(flow, 'preToolUse');
  if (looks === false) return undefined;
  const answer = flow.input.preToolUse ?? (looks === true ? 'pending' : undefined);
  if (answer === undefined) {
    flow.assumed.push('hooks');
    return undefined;
  }
  if (answer === 'pending') {
    return { ...common(flow), decision: 'ask', by: 'hook', question: { kind: 'hook', event: 'PreToolUse' } };
  }
  flow.allowedByHook = answer.choice === 'allow';
  return answer.choice === 'deny' ? deny(flow, 'hook', answer.message ?? CLAUDE_TEXTS.denied) : undefined;
}

/** Does any hook of the event look at this tool (CC-5.05)? Undefined when it is not known which hooks there are. */
function hooksLook(flow: Flow, event: 'preToolUse' | 'permissionRequest'): boolean | undefined {
  const matchers = flow.input.matchers?.[event];
  if (matchers === undefined) return undefined;
  if (matchers.length > 0) flow.rules.push('CC-5.05');
  const name = claudeName(flow.route);
  return matchers.some((matcher) => hookMatches(matcher, name).matches);
}

function matches(flow: Flow, kind: RuleKind): boolean {
  const rules = flow.input.rules?.[kind] ?? [];
  const hit = rules.some((rule) => ruleMatches(rule, kind, flow.route, flow.input.arguments));
  if (hit) flow.rules.push('CC-5.02');
  return hit;
}

/** Step 2. */
function denyRules(flow: Flow): ApprovalResult | undefined {
  flow.path.push('CC-5/2');
  return matches(flow, 'deny') ? deny(flow, 'policy', CLAUDE_TEXTS.denied) : undefined;
}

/** Step 3: an ask rule, or a tool that insists on a person (CC-5.04), goes straight to the last step. */
function mustAsk(flow: Flow): 'rule' | 'tool' | undefined {
  flow.path.push('CC-5/3');
  if (flow.input.meta?.['anthropic/requiresUserInteraction'] === true) {
    flow.rules.push('CC-5.04');
    return 'tool';
  }
  return matches(flow, 'ask') ? 'rule' : undefined;
}

/** Step 4. Annotations play no part in any mode (CC-5.04). */
function byMode(flow: Flow): ApprovalResult | undefined {
  flow.path.push('CC-5/4');
  flow.rules.push('CC-5.03');
  if (flow.mode === 'bypassPermissions') return run(flow, 'policy');
  if (flow.mode !== 'auto') return undefined;
  const answer = flow.input.guardian;
  if (answer === undefined || answer === 'pending') {
    return { ...common(flow), decision: 'ask', by: 'guardian', question: { kind: 'guardian' } };
  }
  switch (answer.choice) {
    case 'approved':
    case 'approved-session':
      return { ...common(flow), decision: 'run', outcome: 'accept', by: 'guardian' };
    case 'denied':
      return deny(flow, 'guardian', answer.message ?? CLAUDE_TEXTS.denied);
    case 'timeout':
    case 'abort':
      return deny(flow, 'guardian', CLAUDE_TEXTS.denied);
  }
}

/** Step 5: allow rules, those of this session too. */
function allowed(flow: Flow): ApprovalResult | undefined {
  flow.path.push('CC-5/5');
  if (matches(flow, 'allow')) return run(flow, 'policy');
  return flow.input.session === true
    ? { ...common(flow), decision: 'run', outcome: 'accept', by: 'memory' }
    : undefined;
}

/** Step 6: hooks, then the user; headless and in `dontAsk` a denial (CC-5.03, CC-90.07). */
function lastStage(flow: Flow, askedBy: AskedBy): ApprovalResult {
  const { input } = flow;
  flow.path.push('CC-5/6');
  if (askedBy === 'default' && flow.allowedByHook) {
    return { ...common(flow), decision: 'run', outcome: 'accept', by: 'hook' };
  }
  const byHook = permissionRequest(flow, askedBy);
  if (byHook !== undefined) return byHook;
  if (input.answer !== undefined) return answered(flow, input.answer);
  if (flow.mode === 'dontAsk') return deny(flow, 'policy', CLAUDE_TEXTS.denied);
  if (input.interactive === undefined) flow.assumed.push('interactive');
  if (input.interactive === false) {
    flow.rules.push('CC-90.07');
    return deny(flow, 'caller', CLAUDE_TEXTS.denied);
  }
  return {
    ...common(flow),
    decision: 'ask',
    by: 'user',
    question: { kind: 'user', via: 'prompt', offers: OFFERS, why: WHY[askedBy] },
  };
}

/** No hook can stand in for the person that a tool insists on (CC-5.04). */
function permissionRequest(flow: Flow, askedBy: AskedBy): ApprovalResult | undefined {
  const looks = hooksLook(flow, 'permissionRequest');
  if (looks === false) return undefined;
  const hook = flow.input.hook ?? (looks === true ? 'pending' : undefined);
  if (hook === undefined) return undefined;
  if (hook === 'pending') {
    return {
      ...common(flow),
      decision: 'ask',
      by: 'hook',
      question: { kind: 'hook', event: 'PermissionRequest' },
    };
  }
  switch (hook.choice) {
    case 'deny':
      return deny(flow, 'hook', hook.message ?? CLAUDE_TEXTS.denied);
    case 'allow':
      return askedBy === 'tool'
        ? undefined
        : { ...common(flow), decision: 'run', outcome: 'accept', by: 'hook' };
    case 'none':
      return undefined;
  }
}

const WHY: Record<AskedBy, string> = {
  rule: 'A rule says to ask before this call.',
  tool: 'The tool itself asks for a person.',
  default: 'No rule allows this tool.',
};

function answered(flow: Flow, answer: UserAnswer): ApprovalResult {
  const key = claudeMemoryKey(flow.route);
  switch (answer.choice) {
    case 'accept':
      return { ...common(flow), decision: 'run', outcome: 'accept', by: 'user' };
    case 'acceptForSession':
      return {
        ...common(flow),
        decision: 'run',
        outcome: answer.choice,
        by: 'user',
        remember: { scope: 'session', key },
      };
    case 'acceptAndRemember':
      return {
        ...common(flow),
        decision: 'run',
        outcome: answer.choice,
        by: 'user',
        remember: { scope: 'config', key, path: ['permissions', 'allow'], value: key },
      };
    case 'decline':
      return deny(flow, 'user', answer.message ?? CLAUDE_TEXTS.rejected);
    case 'cancel':
      return {
        ...common(flow),
        decision: 'deny',
        outcome: 'cancel',
        by: 'user',
        message: CLAUDE_TEXTS.cancelled,
      };
  }
}
