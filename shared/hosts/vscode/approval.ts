import { names, walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import { routeKey } from '../route.ts';
import type { ApprovalInput, ApprovalResult } from '../types.ts';

const steps: readonly Step[] = [
  {
    rule: 'VS-6.1/1',
    decide: (flow) => {
      const { autoApprove, rules } = flow.input;
      if (names(rules?.allow, flow.route.tool)) return { kind: 'run', by: 'policy' };
      if (autoApprove === undefined) flow.assume('auto-approve');
      return autoApprove === true ? { kind: 'run', by: 'policy' } : undefined;
    },
  },
  {
    rule: 'VS-6.1/2',
    decide: (flow) => {
      const { annotations } = flow.input;
      if (annotations === undefined) flow.assume('no-annotations');
      return annotations?.readOnlyHint === true ? { kind: 'run', by: 'annotations' } : undefined;
    },
  },
  {
    rule: 'VS-6.1/3',
    decide: (flow) => {
      const { session } = flow.input;
      if (session === undefined) flow.assume('session-memory');
      return session === true ? { kind: 'run', by: 'memory' } : undefined;
    },
  },
];

const last: LastStage = {
  rule: 'VS-6.1/4',
  offers: ['accept', 'acceptForSession', 'acceptAndRemember', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: 'The call needs a person, and nobody is there.' },
  remember: (route, choice) => {
    const key = routeKey(route);
    return choice === 'acceptForSession'
      ? { scope: 'session', key }
      : { scope: 'config', key, path: ['tools', 'approved'], value: key };
  },
};

export function vscodeApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
