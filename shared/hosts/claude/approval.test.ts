import { describe, expect, it } from 'vitest';
import type { ApprovalInput, ClaudeMode } from '../types.ts';
import { claudeApproval } from './approval.ts';
import { removesFromContext, ruleMatches } from './rules.ts';

const route = { server: 'mem', tool: 'save' };
const base: ApprovalInput = {
  route,
  mode: 'default',
  rules: {},
  preToolUse: { choice: 'none' },
  interactive: true,
};
const decide = (more: ApprovalInput) => claudeApproval({ ...base, ...more });

describe('claude rules', () => {
  it.each([
    ['mcp__mem', 'allow', true],
    ['mcp__mem__*', 'allow', true],
    ['mcp__mem__save', 'allow', true],
    ['mcp__mem__sa*', 'allow', true],
    ['mcp__*', 'allow', false],
    ['mcp__*', 'deny', true],
    ['*save', 'ask', true],
    ['*__s*v*', 'deny', true],
    ['mcp__me*', 'allow', false],
    ['mcp__me', 'deny', false],
    ['mcp__mem__sav', 'deny', false],
    ['mcp__mem__save(path:/tmp)', 'deny', true],
    ['mcp__mem__save(path:/etc)', 'deny', false],
    ['mcp__mem__save(other:/tmp)', 'deny', false],
    ['mcp__mem__save(path:/tmp)', 'allow', false],
  ] as const)('%s as %s: %s', (rule, kind, expected) => {
    expect(ruleMatches(rule, kind, route, { path: '/tmp' })).toBe(expected);
  });

  it('a rule about a parameter does not take the tool away', () => {
    expect(removesFromContext('mcp__mem__save(path:/tmp)', route)).toBe(false);
    expect(removesFromContext('mcp__*', route)).toBe(true);
  });

  it('takes linear time for a pattern of many stars', () => {
    const long = { server: 's', tool: 'a'.repeat(5000) };
    expect(ruleMatches(`${'*a'.repeat(2000)}*b`, 'deny', long)).toBe(false);
  });
});

describe('claude approval: the order', () => {
  it('asks the user when nothing decides', () => {
    expect(decide({})).toMatchObject({
      decision: 'ask',
      path: ['CC-5/1', 'CC-5/2', 'CC-5/3', 'CC-5/4', 'CC-5/5', 'CC-5/6'],
      question: { kind: 'user', via: 'prompt' },
      assumed: [],
    });
  });

  it('a blocking hook ends it before every rule', () => {
    expect(
      decide({ preToolUse: { choice: 'deny', message: 'no' }, rules: { allow: ['mcp__mem'] } }),
    ).toMatchObject({ decision: 'deny', path: ['CC-5/1'], message: 'no' });
  });

  it("a hook's allow spares the question but overrides neither deny nor ask", () => {
    const allow: ApprovalInput = { preToolUse: { choice: 'allow' } };
    expect(decide(allow)).toMatchObject({ decision: 'run', by: 'hook' });
    expect(decide({ ...allow, rules: { deny: ['mcp__mem'] } }).decision).toBe('deny');
    expect(decide({ ...allow, rules: { ask: ['mcp__mem'] } }).decision).toBe('ask');
  });

  it('deny beats ask beats allow', () => {
    const all = { deny: ['mcp__mem'], ask: ['mcp__mem'], allow: ['mcp__mem'] };
    expect(decide({ rules: all })).toMatchObject({ decision: 'deny', path: ['CC-5/1', 'CC-5/2'] });
    expect(decide({ rules: { ...all, deny: [] } })).toMatchObject({
      decision: 'ask',
      path: ['CC-5/1', 'CC-5/2', 'CC-5/3', 'CC-5/6'],
    });
    expect(decide({ rules: { allow: all.allow } })).toMatchObject({ decision: 'run', by: 'policy' });
  });

  it.each([
    ['default', 'ask'],
    ['acceptEdits', 'ask'],
    ['plan', 'ask'],
    ['dontAsk', 'deny'],
    ['bypassPermissions', 'run'],
  ] as const)('mode %s → %s', (mode: ClaudeMode, decision) => {
    expect(decide({ mode }).decision).toBe(decision);
  });

  it('bypassPermissions still obeys deny and ask rules', () => {
    const mode = 'bypassPermissions';
    expect(decide({ mode, rules: { deny: ['mcp__*'] } }).decision).toBe('deny');
    expect(decide({ mode, rules: { ask: ['mcp__*'] } }).decision).toBe('ask');
  });

  it('auto asks the classifier', () => {
    expect(decide({ mode: 'auto' })).toMatchObject({ decision: 'ask', question: { kind: 'guardian' } });
    expect(decide({ mode: 'auto', guardian: { choice: 'approved' } }).decision).toBe('run');
    expect(decide({ mode: 'auto', guardian: { choice: 'denied' } }).decision).toBe('deny');
  });

  it('annotations change nothing, not even headless', () => {
    const annotations = { readOnlyHint: true };
    expect(decide({ annotations }).decision).toBe('ask');
    expect(decide({ annotations, interactive: false })).toMatchObject({ decision: 'deny', by: 'caller' });
  });

  it('a tool that insists on a person gets one, whatever hooks and rules say', () => {
    const meta = { 'anthropic/requiresUserInteraction': true };
    const insists: ApprovalInput = {
      meta,
      rules: { allow: ['mcp__mem'] },
      preToolUse: { choice: 'allow' },
      hook: { choice: 'allow' },
    };
    expect(decide(insists)).toMatchObject({
      decision: 'ask',
      question: { why: 'The tool itself asks for a person.' },
    });
  });

  it('a permission-request hook answers in place of the user', () => {
    expect(decide({ hook: 'pending' })).toMatchObject({
      decision: 'ask',
      question: { kind: 'hook', event: 'PermissionRequest' },
    });
    expect(decide({ hook: { choice: 'allow' } }).decision).toBe('run');
    expect(decide({ hook: { choice: 'deny' } }).decision).toBe('deny');
    expect(decide({ preToolUse: 'pending' })).toMatchObject({ question: { event: 'PreToolUse' } });
  });

  it('remembers for the session or in the settings', () => {
    expect(decide({ session: true })).toMatchObject({ decision: 'run', by: 'memory' });
    expect(decide({ answer: { choice: 'acceptForSession' } }).remember).toEqual({
      scope: 'session',
      key: 'mcp__mem__save',
    });
    expect(decide({ answer: { choice: 'acceptAndRemember' } }).remember).toEqual({
      scope: 'config',
      key: 'mcp__mem__save',
      path: ['permissions', 'allow'],
      value: 'mcp__mem__save',
    });
    expect(decide({ answer: { choice: 'decline', message: 'later' } })).toMatchObject({
      decision: 'deny',
      message: 'later',
    });
  });

  it('without any input asks, and names every guess', () => {
    expect(claudeApproval({})).toMatchObject({
      decision: 'ask',
      assumed: ['approval-mode', 'rules', 'hooks', 'interactive'],
    });
  });
});
