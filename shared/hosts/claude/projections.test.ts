import { describe, expect, it } from 'vitest';
import { profileOf } from '../testing.ts';

const claude = profileOf('claude');
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };

describe('claude projections', () => {
  it('passes text and images as blocks', () => {
    const { model, status } = claude.project({ content: [text('a'), image], isError: true, _meta: {} }, {});
    expect(model.value).toEqual([
      text('a'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    ]);
    expect(model.lost).toEqual(['meta']);
    expect(status).toBe('failed');
  });

  it('passes structured content, and images beside it', () => {
    const { model, assumed } = claude.project(
      { content: [text('a'), image], structuredContent: { a: 1 } },
      {},
    );
    expect(model.value).toMatchObject([text('{"a":1}'), { type: 'image' }]);
    expect(model).toMatchObject({ form: 'structured', lost: ['content'] });
    expect(assumed).toContain('structured-form');
  });

  it('saves a result above the limit to a file, unless the tool raised its own', () => {
    const big = { content: [text('x'.repeat(100_001))] };
    expect(claude.project(big, {}).model).toMatchObject({ form: 'folded', lost: ['text-cut'] });
    const raised = { toolMeta: { 'anthropic/maxResultSizeChars': 200_000 } };
    expect(claude.project(big, raised).model.lost).toEqual([]);
    const huge = { content: [text('x'.repeat(500_001))] };
    const beyond = { toolMeta: { 'anthropic/maxResultSizeChars': 900_000 } };
    expect(claude.project(huge, beyond).model.form).toBe('folded');
  });

  it('answers a tool_use with a tool_result', () => {
    expect(claude.outputItem('tool_use', 'tu', [text('a')])).toEqual({
      type: 'tool_result',
      tool_use_id: 'tu',
      content: [text('a')],
    });
    expect(claude.outputItem('tool_use', 'tu', 'no', true)).toMatchObject({ is_error: true });
  });
});

describe('claude identity', () => {
  it('names the agent of a child and the parent of a nested one', () => {
    const headers = (threadId: string, parentThreadId?: string) =>
      claude.identity({ sessionId: 'S', threadId, parentThreadId }).headers;
    expect(headers('S')).toEqual({ 'x-claude-code-session-id': 'S' });
    expect(headers('A', 'S')).toEqual({ 'x-claude-code-session-id': 'S', 'x-claude-code-agent-id': 'A' });
    expect(headers('B', 'A')).toEqual({
      'x-claude-code-session-id': 'S',
      'x-claude-code-agent-id': 'B',
      'x-claude-code-parent-agent-id': 'A',
    });
    expect(claude.callMeta({ callId: 'tu', sessionId: 'S', threadId: 'A' })).toEqual({
      'claudecode/toolUseId': 'tu',
    });
  });

  it('hands its whole environment to a child process', () => {
    expect(
      claude.childEnv({ A: '1', B: '2' }, { env: { B: '3' }, sessionId: 'S', projectDir: '/p' }),
    ).toEqual({
      A: '1',
      B: '3',
      CLAUDECODE: '1',
      CLAUDE_CODE_SESSION_ID: 'S',
      CLAUDE_PROJECT_DIR: '/p',
    });
  });
});
