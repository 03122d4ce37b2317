import { names, walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import { modeOf } from '../mode.ts';
import type { ApprovalInput, ApprovalResult, QwenMode } from '../types.ts';
import { qwenSpelling } from './names.ts';

export const QWEN_MODES: readonly QwenMode[] = ['default', 'auto-edit', 'auto', 'yolo', 'plan'];

const TEXTS = {
  denied: 'A permission rule refuses this call.',
  plan: 'Plan mode refuses a tool that is not known to read only.',
  headless: 'The call needs permission, and nobody can give it.',
  classifier: 'The classifier refuses this call.',
} as const;

const modeIn = (input: ApprovalInput): QwenMode => modeOf(input.mode, QWEN_MODES) ?? 'default';

/** A rule names the tool, its whole server, or a pattern. */
function says(patterns: readonly string[] | undefined, { route }: ApprovalInput): boolean {
  if (route === undefined) return false;
  return names(patterns, qwenSpelling(route).name, `mcp__${route.server}`);
}

const steps: readonly Step[] = [
  {
    rule: 'QW-6.1/1',
    decide: (flow) => {
      const { input } = flow;
      if (modeOf(input.mode, QWEN_MODES) === undefined) flow.assume('approval-mode');
      if (input.rules === undefined) flow.assume('rules');
      return says(input.rules?.deny, input)
        ? { kind: 'deny', by: 'policy', message: TEXTS.denied }
        : undefined;
    },
  },
  {
    rule: 'QW-6.1/2',
    decide: ({ input }) => (modeIn(input) === 'yolo' ? { kind: 'run', by: 'policy' } : undefined),
  },
  {
    rule: 'QW-6.1/3',
    decide: ({ input }) => {
      if (says(input.rules?.ask, input)) {
        return modeIn(input) === 'plan'
          ? { kind: 'deny', by: 'policy', message: TEXTS.plan }
          : { kind: 'ask', why: 'A rule says to ask before this call.' };
      }
      if (input.session === true) return { kind: 'run', by: 'memory' };
      return says(input.rules?.allow, input) ? { kind: 'run', by: 'policy' } : undefined;
    },
  },
  {
    rule: 'QW-6.1/4',
    decide: (flow) => {
      const { trust, trustedFolder } = flow.input;
      if (trust === undefined) flow.assume('trust');
      if (trust !== true) return undefined;
      if (trustedFolder === undefined) flow.assume('trusted-folder');
      return trustedFolder === false ? undefined : { kind: 'run', by: 'policy' };
    },
  },
  {
    rule: 'QW-6.1/5',
    decide: ({ input }) => {
      if (modeIn(input) !== 'auto') return undefined;
      const { guardian } = input;
      if (guardian === undefined || guardian === 'pending') return { kind: 'guardian' };
      switch (guardian.choice) {
        case 'approved':
        case 'approved-session':
          return { kind: 'run', by: 'guardian' };
        case 'denied':
          return { kind: 'deny', by: 'guardian', message: guardian.message ?? TEXTS.classifier };
        case 'timeout':
        case 'abort':
          return { kind: 'ask', why: 'The classifier gave no answer.' };
      }
    },
  },
  {
    rule: 'QW-6.1/6',
    decide: ({ input }) =>
      modeIn(input) === 'plan' ? { kind: 'deny', by: 'policy', message: TEXTS.plan } : undefined,
  },
];

const last: LastStage = {
  rule: 'QW-6.1/7',
  offers: ['accept', 'acceptForSession', 'acceptAndRemember', 'cancel'],
  headless: { kind: 'deny', by: 'caller', message: TEXTS.headless },
  remember: (route, choice) => {
    const key = qwenSpelling(route).name;
    return choice === 'acceptForSession'
      ? { scope: 'session', key }
      : { scope: 'config', key, path: ['permissions', 'allow'], value: key };
  },
};

/** Hints play no part: only rules, trust and the mode do (QW-6.1, QW-6.2). */
export function qwenApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}
