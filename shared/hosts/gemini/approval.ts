import type { ApprovalInput, ApprovalResult } from '../types.ts';
import { walkApproval, type Flow, type LastStage, type Outcome, type Step } from '../listed/approval.ts';
import { geminiSpelling } from './names.ts';
import { geminiMode, geminiPolicy, type PolicyAnswer } from './policy.ts';

const TEXTS = {
  denied: 'Tool execution denied by policy.',
  headless: 'The call needs a confirmation, and nobody can give it.',
} as const;

const BY = { rule: 'policy', trust: 'policy', memory: 'memory', mode: 'policy', default: 'caller' } as const;

/** The engine's answer as steps: the last one that it looked at decides. */
function stepsOf(input: ApprovalInput): readonly Step[] {
  const answer = geminiPolicy({
    route: input.route ?? { server: '', tool: '' },
    annotations: input.annotations,
    mode: input.mode,
    rules: input.rules,
    trust: input.trust,
    allowed: input.allowed,
    trustedFolder: input.trustedFolder,
    session: input.session,
    interactive: input.interactive,
  });
  return answer.path.map((rule, index) => ({
    rule,
    decide: (flow) => {
      if (index === 0) guesses(flow);
      return index === answer.path.length - 1 ? outcomeOf(flow, answer) : undefined;
    },
  }));
}

function guesses(flow: Flow): void {
  const { input } = flow;
  if (geminiMode(input.mode) === undefined) flow.assume('approval-mode');
  if (input.rules === undefined) flow.assume('rules');
  if (input.trust === undefined && input.allowed === undefined) flow.assume('trust');
  if (input.trust === true && input.trustedFolder === undefined) flow.assume('trusted-folder');
  if (input.session === undefined) flow.assume('session-memory');
  if (input.interactive === undefined) flow.assume('interactive');
}

function outcomeOf(flow: Flow, answer: PolicyAnswer): Outcome {
  if (answer.by === 'trust') flow.rest('GM-6.2');
  switch (answer.decision) {
    case 'allow':
      return { kind: 'run', by: BY[answer.by] };
    case 'deny':
      return { kind: 'deny', by: BY[answer.by], message: TEXTS.denied };
    case 'ask': {
      // In a trusted folder the question about a trusted server answers itself (GM-6.3).
      if (flow.input.trust === true && flow.input.trustedFolder !== false) {
        flow.rest('GM-6.3');
        return { kind: 'run', by: 'policy' };
      }
      return { kind: 'ask', why: 'No rule allows this tool.' };
    }
  }
}

const last: LastStage = {
  rule: 'GM-6.1/9',
  offers: ['accept', 'acceptForSession', 'acceptAndRemember', 'cancel'],
  headless: { kind: 'deny', by: 'caller', message: TEXTS.headless },
  remember: (route, choice) => {
    const key = geminiSpelling(route).name;
    return choice === 'acceptForSession'
      ? { scope: 'session', key }
      : { scope: 'config', key, path: ['policies', 'toolName'], value: key };
  },
};

export function geminiApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, stepsOf(input), last);
}
