import { names, walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import type { ApprovalInput, ApprovalResult } from '../types.ts';
import { opencodeName } from './names.ts';

const DENIED = 'A permission rule refuses this call.';

const steps: readonly Step[] = [
  {
    rule: 'OC-6.1/1',
    decide: (flow) => {
      const { rules, session } = flow.input;
      if (rules === undefined) flow.assume('rules');
      const kinds = [rules?.deny, rules?.ask, rules?.allow].filter((list) => (list ?? []).length > 0);
      if (kinds.length > 1) flow.assume('rule-order');
      const name = opencodeName(flow.route);
      if (names(rules?.deny, name)) return { kind: 'deny', by: 'policy', message: DENIED };
      if (session === true) return { kind: 'run', by: 'memory' };
      if (names(rules?.ask, name)) return { kind: 'ask', why: 'A rule says to ask before this call.' };
      return names(rules?.allow, name) ? { kind: 'run', by: 'policy' } : undefined;
    },
  },
  {
    rule: 'OC-6.1/2',
    decide: (flow) => {
      flow.rest('OC-6.2');
      return { kind: 'run', by: 'policy' };
    },
  },
];

const last: LastStage = {
  rule: 'OC-6.1/3',
  offers: ['accept', 'acceptForSession', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: 'The call has to be asked about, and nobody can answer.' },
  remember: (route) => ({ scope: 'session', key: opencodeName(route) }),
};

/** Rules by the tool's name; without one the default agent lets everything run (OC-6.1). */
export function opencodeApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
