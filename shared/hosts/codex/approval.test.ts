import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalInput, ApprovalMode, ToolAnnotations } from '../types.ts';
import { CODEX_TEXTS, codexApproval, codexMemoryKey, needsApproval } from './approval.ts';
import { CODEX_VERSIONS } from './versions.ts';

const version = (() => {
  const found = CODEX_VERSIONS.find((one) => one.version === '0.154.0');
  if (found === undefined) throw new Error('0.154.0 has a profile');
  return found;
})();
const decide = (input: ApprovalInput) => codexApproval(version, input);

const yes = true;
const no = false;
const hints = (D?: boolean, R?: boolean, O?: boolean): ToolAnnotations => ({
  destructiveHint: D,
  readOnlyHint: R,
  openWorldHint: O,
});

// CX-6.2 row by row: hints, then auto, prompt, writes, approve.
const table: [ToolAnnotations, boolean, boolean, boolean, boolean][] = [
  [hints(true, true, true), yes, yes, no, no],
  [hints(true, true, false), yes, yes, no, no],
  [hints(true, false), yes, yes, yes, no],
  [hints(true), yes, yes, yes, no],
  [hints(false, true), no, yes, no, no],
  [hints(undefined, true, true), no, yes, no, no],
  [hints(false, false, false), no, yes, yes, no],
  [hints(false, undefined, false), no, yes, yes, no],
  [hints(false, false, true), yes, yes, yes, no],
  [hints(false, undefined, undefined), yes, yes, yes, no],
  [hints(undefined, false, false), yes, yes, yes, no],
  [hints(), yes, yes, yes, no],
];

describe('codex annotation table', () => {
  it.each(table)('%o', (annotations, ...expected) => {
    const modes: ApprovalMode[] = ['auto', 'prompt', 'writes', 'approve'];
    expect(modes.map((mode) => needsApproval(annotations, mode))).toEqual(expected);
  });
});

const asks: ApprovalInput = {
  route: { server: 's', tool: 't' },
  annotations: { destructiveHint: true },
  mode: 'auto',
  policy: 'on-request',
  session: false,
  hook: { choice: 'none' },
  reviewer: 'user',
};

describe('codex approval: the steps', () => {
  it('1: mode approve runs', () => {
    expect(decide({ ...asks, mode: 'approve' })).toMatchObject({
      decision: 'run',
      path: ['CX-6.1/1'],
      by: 'policy',
      assumed: [],
    });
  });

  it.each([
    ['disabled', 'run'],
    ['danger-full-access', 'run'],
    ['external', 'run'],
    ['full-disk-write', 'run'],
    ['workspace-write', 'deny'],
    ['read-only', 'deny'],
  ] as const)('1: never with sandbox %s → %s', (sandbox, decision) => {
    expect(decide({ ...asks, policy: 'never', sandbox }).decision).toBe(decision);
  });

  it('2: read-only annotations run', () => {
    expect(decide({ ...asks, annotations: { readOnlyHint: true } })).toMatchObject({
      decision: 'run',
      outcome: 'run',
      path: ['CX-6.1/1', 'CX-6.1/2'],
      by: 'annotations',
    });
  });

  it('3: session memory runs, but only in mode auto', () => {
    expect(decide({ ...asks, session: true })).toMatchObject({
      decision: 'run',
      by: 'memory',
      outcome: 'accept',
    });
    expect(decide({ ...asks, session: true, mode: 'prompt' }).decision).toBe('ask');
  });

  it('4: hooks come after memory and can end it either way', () => {
    expect(decide({ ...asks, session: true, hook: { choice: 'deny' } }).by).toBe('memory');
    expect(decide({ ...asks, hook: { choice: 'allow' } })).toMatchObject({ decision: 'run', by: 'hook' });
    expect(decide({ ...asks, hook: { choice: 'deny', message: 'not on Fridays' } })).toMatchObject({
      decision: 'deny',
      by: 'hook',
      message: 'not on Fridays',
    });
    expect(decide({ ...asks, hook: 'pending' })).toMatchObject({
      decision: 'ask',
      question: { kind: 'hook' },
    });
  });

  it.each(['on-request', 'granular'] as const)('5: the guardian decides under %s', (policy) => {
    const routed: ApprovalInput = { ...asks, policy, reviewer: 'auto_review' };
    expect(decide(routed)).toMatchObject({ decision: 'ask', question: { kind: 'guardian' } });
    expect(decide({ ...routed, guardian: { choice: 'approved' } })).toMatchObject({
      decision: 'run',
      by: 'guardian',
    });
    expect(decide({ ...routed, guardian: { choice: 'denied', message: 'risky' } })).toMatchObject({
      decision: 'deny',
      message: 'risky',
    });
    expect(decide({ ...routed, guardian: { choice: 'timeout' } }).decision).toBe('deny');
    expect(decide({ ...routed, guardian: { choice: 'approved-session' } })).toMatchObject({
      outcome: 'acceptForSession',
      remember: { scope: 'session' },
    });
  });

  it.each(['untrusted', 'on-failure'] as const)('5: the guardian is not asked under %s', (policy) => {
    expect(decide({ ...asks, policy, reviewer: 'auto_review' }).question?.kind).toBe('user');
  });

  it('6: the user is asked, with the offers of the mode', () => {
    expect(decide(asks)).toMatchObject({
      decision: 'ask',
      path: ['CX-6.1/1', 'CX-6.1/2', 'CX-6.1/3', 'CX-6.1/4', 'CX-6.1/5', 'CX-6.1/6'],
      question: {
        via: 'elicitation',
        offers: ['accept', 'acceptForSession', 'acceptAndRemember', 'decline', 'cancel'],
      },
    });
    expect(decide({ ...asks, mode: 'prompt' }).question).toMatchObject({
      offers: ['accept', 'decline', 'cancel'],
    });
    expect(decide({ ...asks, elicitation: false }).question).toMatchObject({
      via: 'request_user_input',
      offers: ['accept', 'acceptForSession', 'cancel'],
    });
  });

  it('6: never with a restricted sandbox is denied with a text, unannotated tools too', () => {
    expect(decide({ policy: 'never', sandbox: 'read-only' })).toMatchObject({
      decision: 'deny',
      message: CODEX_TEXTS.never,
      assumed: ['approval-mode', 'no-annotations', 'session-memory', 'hooks'],
    });
  });

  it('6: an older version asks instead, and a headless run cancels', () => {
    const older = { ...version, neverAtUserStage: 'ask' as const };
    const input: ApprovalInput = { ...asks, policy: 'never', sandbox: 'read-only' };
    expect(codexApproval(older, input).decision).toBe('ask');
    expect(codexApproval(older, { ...input, interactive: false })).toMatchObject({
      decision: 'deny',
      outcome: 'cancel',
      message: CODEX_TEXTS.cancelled,
    });
  });

  it('7: remembers by session and by config, and downgrades outside mode auto', () => {
    expect(decide({ ...asks, answer: { choice: 'acceptForSession' } })).toMatchObject({
      decision: 'run',
      remember: { scope: 'session', key: codexMemoryKey({ server: 's', tool: 't' }, 'auto') },
    });
    expect(decide({ ...asks, answer: { choice: 'acceptAndRemember' } })).toMatchObject({
      outcome: 'acceptAndRemember',
      remember: {
        scope: 'config',
        path: ['mcp_servers', 's', 'tools', 't', 'approval_mode'],
        value: 'approve',
      },
    });
    const downgraded = decide({ ...asks, mode: 'writes', answer: { choice: 'acceptForSession' } });
    expect(downgraded.outcome).toBe('accept');
    expect(downgraded.remember).toBeUndefined();
    expect(downgraded.rules).toContain('CX-6.13');
  });

  it('declines and cancels in the words that the model reads', () => {
    expect(decide({ ...asks, answer: { choice: 'decline' } })).toMatchObject({
      decision: 'deny',
      message: CODEX_TEXTS.rejected,
    });
    expect(decide({ ...asks, answer: { choice: 'decline', message: 'no' } }).message).toBe('no');
    expect(decide({ ...asks, answer: { choice: 'cancel' } })).toMatchObject({
      outcome: 'cancel',
      message: CODEX_TEXTS.cancelled,
    });
  });

  it('skips a call whose arguments are no JSON object', () => {
    expect(decide({ ...asks, arguments: '{"a":' }).decision).toBe('skip');
    expect(decide({ ...asks, arguments: '[1]' })).toMatchObject({ decision: 'skip', path: ['CX-6.1/0a'] });
    expect(decide({ ...asks, mode: 'approve', arguments: '  ' }).decision).toBe('run');
    expect(decide({ ...asks, mode: 'approve', arguments: { a: 1 } }).decision).toBe('run');
  });

  it('reviews even read-only tools under strict review', () => {
    expect(
      decide({ ...asks, mode: 'approve', annotations: { readOnlyHint: true }, strictReview: true }),
    ).toMatchObject({
      decision: 'ask',
      question: { kind: 'guardian' },
      path: ['CX-6.1/4', 'CX-6.1/5'],
    });
  });

  it('without any input asks, and names every guess', () => {
    expect(decide({})).toMatchObject({
      decision: 'ask',
      assumed: ['approval-mode', 'approval-policy', 'no-annotations', 'session-memory', 'hooks', 'reviewer'],
    });
  });
});

describe('codex approval: properties', () => {
  const option = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const anyInput = fc.record({
    mode: option(['auto', 'prompt', 'writes', 'approve'] as const),
    policy: option(['untrusted', 'on-failure', 'on-request', 'granular', 'never'] as const),
    sandbox: option(['disabled', 'external', 'read-only', 'workspace-write', 'full-disk-write'] as const),
    session: option([true, false]),
    hook: option(['pending', { choice: 'allow' }, { choice: 'deny' }, { choice: 'none' }] as const),
    reviewer: option(['user', 'auto_review'] as const),
    guardian: option(['pending', { choice: 'approved' }, { choice: 'denied' }] as const),
    answer: option([{ choice: 'accept' }, { choice: 'decline' }, { choice: 'cancel' }] as const),
    annotations: fc.option(
      fc.record({
        destructiveHint: option([true, false]),
        readOnlyHint: option([true, false]),
        openWorldHint: option([true, false]),
      }),
      { nil: undefined },
    ),
  });

  it('asks with a question, or ends with an outcome; steps rise', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const result = decide(input);
        expect(result.question !== undefined).toBe(result.decision === 'ask');
        expect(result.outcome === undefined).toBe(result.decision === 'ask');
        expect(result.path).toEqual(result.path.toSorted());
        expect(result.message !== undefined).toBe(result.decision === 'deny');
      }),
    );
  });

  it('answering every question ends in a decision', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const end = decide({
          ...input,
          hook: { choice: 'none' },
          guardian: { choice: 'approved' },
          answer: { choice: 'accept' },
        });
        expect(end.decision).not.toBe('ask');
      }),
    );
  });
});
