import { names, walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import type { ApprovalInput, ApprovalResult } from '../types.ts';
import { clineSpelling } from './names.ts';

const TEXTS = {
  disabled: 'The tool is disabled.',
  headless: 'The call needs an approval, and nobody can give it.',
} as const;

const steps: readonly Step[] = [
  {
    rule: 'CL-6.1/1',
    decide: ({ input, route }) =>
      names(input.rules?.deny, clineSpelling(route).name)
        ? { kind: 'deny', by: 'policy', message: TEXTS.disabled }
        : undefined,
  },
  {
    rule: 'CL-6.1/2',
    decide: (flow) => {
      const { autoApprove, rules } = flow.input;
      if (names(rules?.allow, clineSpelling(flow.route).name)) return { kind: 'run', by: 'policy' };
      if (autoApprove === undefined) flow.assume('auto-approve');
      return autoApprove === false ? undefined : { kind: 'run', by: 'policy' };
    },
  },
];

const last: LastStage = {
  rule: 'CL-6.1/3',
  offers: ['accept', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: TEXTS.headless },
  remember: () => undefined,
};

/** Hints play no part (CL-6.1). */
export function clineApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
