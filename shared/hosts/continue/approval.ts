import { walkApproval, type Flow, type LastStage, type Outcome, type Step } from '../listed/approval.ts';
import type { ApprovalInput, ApprovalResult } from '../types.ts';
import { continueMode, continuePolicy, type Policy } from './policy.ts';

const TEXTS = {
  excluded: 'A permission policy refuses this call.',
  headless: 'A permission policy wants a question, and nobody can answer it.',
} as const;

const policyOf = ({ input, route }: Flow): Policy =>
  continuePolicy(route.tool, input.mode, input.rules, input.interactive ?? true);

function outcomeOf({ decision, by }: Policy): Outcome {
  switch (decision) {
    case 'allow':
      return { kind: 'run', by: 'policy' };
    case 'exclude':
      return { kind: 'deny', by: 'policy', message: TEXTS.excluded };
    case 'ask':
      return {
        kind: 'ask',
        why: by === 'rule' ? 'A rule says to ask before this call.' : 'No rule allows this tool.',
      };
  }
}

const stepOf = (number: 1 | 2 | 3, by: Policy['by']): Step => ({
  rule: `CN-6.1/${number}`,
  decide: (flow) => {
    const { input } = flow;
    if (number === 1 && continueMode(input.mode) === undefined) flow.assume('approval-mode');
    if (number === 2 && input.rules === undefined) flow.assume('rules');
    if (number === 3 && input.interactive === undefined) flow.assume('interactive');
    const policy = policyOf(flow);
    return policy.by === by ? outcomeOf(policy) : undefined;
  },
});

const steps: readonly Step[] = [stepOf(1, 'mode'), stepOf(2, 'rule'), stepOf(3, 'default')];

const last: LastStage = {
  rule: 'CN-6.1/4',
  offers: ['accept', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: TEXTS.headless },
  remember: () => undefined,
};

/** Hints play no part (CN-6.1, CN-6.2). */
export function continueApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
