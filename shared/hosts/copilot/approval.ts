import { walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import type { ApprovalInput, ApprovalResult, ToolRoute } from '../types.ts';

const TEXTS = {
  denied: 'A rule refuses this call.',
  headless: 'The call needs permission, and nobody can give it.',
} as const;

/** `server`, `server(tool)`, or `*` for everything (CP-6.1). */
function covers(patterns: readonly string[] | undefined, { server, tool }: ToolRoute): boolean {
  return (patterns ?? []).some(
    (pattern) => pattern === '*' || pattern === server || pattern === `${server}(${tool})`,
  );
}

const steps: readonly Step[] = [
  {
    rule: 'CP-6.2/1',
    decide: (flow) => {
      const { rules } = flow.input;
      if (rules === undefined) flow.assume('rules');
      return covers(rules?.deny, flow.route)
        ? { kind: 'deny', by: 'policy', message: TEXTS.denied }
        : undefined;
    },
  },
  {
    rule: 'CP-6.1/2',
    decide: ({ input, route }) => {
      if (input.session === true) return { kind: 'run', by: 'memory' };
      return covers(input.rules?.allow, route) ? { kind: 'run', by: 'policy' } : undefined;
    },
  },
  {
    rule: 'CP-6.1/3',
    decide: (flow) => {
      const { annotations } = flow.input;
      if (annotations === undefined) flow.assume('no-annotations');
      return annotations?.readOnlyHint === true ? { kind: 'run', by: 'annotations' } : undefined;
    },
  },
];

const last: LastStage = {
  rule: 'CP-6.2/4',
  offers: ['accept', 'acceptForSession', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: TEXTS.headless },
  remember: (route) => ({ scope: 'session', key: copilotKey(route) }),
};

export const copilotKey = ({ server, tool }: ToolRoute): string => `${server}(${tool})`;

export function copilotApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
