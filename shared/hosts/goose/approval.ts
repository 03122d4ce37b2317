import { names, walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import { modeOf } from '../mode.ts';
import type { ApprovalInput, ApprovalResult, GooseMode } from '../types.ts';
import { gooseName } from './names.ts';

const MODES: readonly GooseMode[] = ['auto', 'approve', 'smart_approve', 'chat'];

const TEXTS = {
  never: 'A permission says never to run this tool.',
  chat: 'Chat mode runs no tools.',
  headless: 'The call needs an approval, and nobody can give it.',
} as const;

const modeIn = (input: ApprovalInput): GooseMode => modeOf(input.mode, MODES) ?? 'auto';

const steps: readonly Step[] = [
  {
    rule: 'GS-6.1/1',
    decide: (flow) => {
      const { rules, mode } = flow.input;
      if (rules === undefined) flow.assume('rules');
      if (modeOf(mode, MODES) === undefined) flow.assume('approval-mode');
      const name = gooseName(flow.route);
      if (names(rules?.deny, name)) return { kind: 'deny', by: 'policy', message: TEXTS.never };
      if (modeIn(flow.input) === 'auto') return undefined;
      if (names(rules?.ask, name)) return { kind: 'ask', why: 'A permission says to ask.' };
      return names(rules?.allow, name) ? { kind: 'run', by: 'policy' } : undefined;
    },
  },
  {
    rule: 'GS-6.1/2',
    decide: ({ input }) => {
      if (modeIn(input) === 'auto') return { kind: 'run', by: 'policy' };
      return modeIn(input) === 'chat' ? { kind: 'deny', by: 'policy', message: TEXTS.chat } : undefined;
    },
  },
  {
    rule: 'GS-6.1/3',
    decide: (flow) => {
      if (modeIn(flow.input) !== 'smart_approve') return undefined;
      const { annotations } = flow.input;
      if (annotations === undefined) flow.assume('no-annotations');
      return annotations?.readOnlyHint === true ? { kind: 'run', by: 'annotations' } : undefined;
    },
  },
];

const last: LastStage = {
  rule: 'GS-6.1/4',
  offers: ['accept', 'acceptAndRemember', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: TEXTS.headless },
  remember: (route) => {
    const key = gooseName(route);
    return { scope: 'config', key, path: ['user', 'always_allow'], value: key };
  },
};

export function gooseApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
