import { describe, expect, it } from 'vitest';
import type { ClientId, ClientReport } from '../types.ts';
import { recipeOf } from './index.ts';

/** What a reader makes of these lines, and the text that it takes for the last. */
function read(id: ClientId, lines: readonly (object | string)[]) {
  const reader = recipeOf(id)?.reader('shape_probe');
  if (reader === undefined) throw new Error(`no recipe ${id}`);
  const reports: ClientReport[] = [];
  for (const line of lines)
    reports.push(...reader.line(typeof line === 'string' ? line : JSON.stringify(line)));
  reports.push(...reader.end());
  return { reports, finalText: reader.finalText(), complaint: reader.complaint?.() };
}

const noise = ['', 'plain text', '{"type":', '[]', '{"type":"nobody-knows"}', '{"type":7}'];

describe('what the clients report', () => {
  it('Claude Code: init, blocks and result', () => {
    const { reports, finalText } = read('claude', [
      ...noise,
      {
        type: 'system',
        subtype: 'init',
        session_id: 's',
        mcp_servers: [
          { name: 'shape_probe', status: 'connected' },
          { name: 'other', status: 'strange' },
        ],
      },
      {
        type: 'assistant',
        session_id: 's',
        parent_tool_use_id: null,
        message: {
          content: [
            { type: 'text', text: 'x' },
            { type: 'tool_use', id: 't1', name: 'mcp__shape_probe__lookup', input: { query: 'q' } },
            { type: 'tool_use', id: 't2', name: 'Bash', input: {} },
          ],
        },
      },
      {
        type: 'user',
        session_id: 's',
        parent_tool_use_id: null,
        message: {
          content: [
            { type: 'tool_result', tool_use_id: 't1', is_error: true },
            { type: 'tool_result', tool_use_id: 't2' },
          ],
        },
      },
      {
        type: 'assistant',
        session_id: 's',
        parent_tool_use_id: 'agent',
        message: { content: [{ type: 'tool_use', id: 't3', name: 'mcp__shape_probe__lookup', input: {} }] },
      },
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        session_id: 's',
        result: 'OK',
        permission_denials: [
          { tool_name: 'mcp__shape_probe__lookup', tool_use_id: 't4' },
          { tool_name: 'Bash' },
        ],
      },
    ]);
    expect(finalText).toBe('OK');
    expect(reports).toEqual([
      { what: 'threadStarted', thread: 's' },
      { what: 'serverState', server: 'shape_probe', status: 'connected' },
      { what: 'serverState', server: 'other', status: 'other' },
      { what: 'callStarted', tool: 'lookup', item: 't1', thread: 's' },
      { what: 'callFinished', tool: 'lookup', item: 't1', thread: 's', status: 'failed' },
      // Whose child it is the line does not say.
      { what: 'callStarted', tool: 'lookup', item: 't3', thread: undefined },
      { what: 'permissionDenied', tool: 'lookup', item: 't4', thread: 's' },
      { what: 'turnCompleted', thread: 's' },
    ]);
    expect(
      read('claude', [{ type: 'result', subtype: 'error_during_execution', is_error: true }]).reports,
    ).toMatchObject([{ what: 'turnFailed' }]);
  });

  it('Codex: threads, turns and items', () => {
    const call = { id: 'item_1', type: 'mcp_tool_call', server: 'shape_probe', tool: 'lookup' };
    const { reports, finalText } = read('codex', [
      ...noise,
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      { type: 'item.started', item: { ...call, status: 'in_progress' } },
      { type: 'item.completed', item: { ...call, status: 'completed' } },
      {
        type: 'item.completed',
        item: {
          ...call,
          id: 'item_2',
          status: 'failed',
          error: { message: 'MCP tool call requires approval, but …' },
        },
      },
      { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: 'OK' } },
      { type: 'item.completed', item: { id: 'item_4', type: 'command_execution' } },
      { type: 'turn.completed', usage: {} },
    ]);
    const of = { server: 'shape_probe', tool: 'lookup', thread: 't' };
    expect(finalText).toBe('OK');
    expect(reports).toEqual([
      { what: 'threadStarted', thread: 't' },
      { what: 'turnStarted', thread: 't' },
      { what: 'callStarted', ...of, item: 'item_1' },
      { what: 'callFinished', ...of, item: 'item_1', status: 'completed' },
      { what: 'permissionDenied', ...of, item: 'item_2' },
      { what: 'callFinished', ...of, item: 'item_2', status: 'failed' },
      { what: 'turnCompleted', thread: 't' },
    ]);
    expect(read('codex', [{ type: 'turn.failed', error: {} }]).reports).toMatchObject([
      { what: 'turnFailed' },
    ]);
  });

  it('Gemini CLI: one document, over many lines', () => {
    const lines = JSON.stringify({ session_id: 's', response: 'OK', stats: {} }, null, 2).split('\n');
    expect(read('gemini', ['Loaded.', ...lines])).toEqual({
      reports: [{ what: 'turnCompleted' }],
      finalText: 'OK',
    });
    expect(read('gemini', ['{', '"error": {}', '}']).reports).toEqual([{ what: 'turnFailed' }]);
    expect(read('gemini', noise)).toEqual({ reports: [], finalText: undefined });
  });

  it('OpenCode: finished parts', () => {
    const part = { type: 'tool', tool: 'shape_probe_lookup', callID: 'c', state: { status: 'completed' } };
    const { reports, finalText } = read('opencode', [
      ...noise,
      { type: 'tool_use', sessionID: 'ses', part },
      { type: 'tool_use', part: { ...part, tool: 'bash' } },
      { type: 'step_finish', part: { reason: 'tool-calls' } },
      { type: 'text', part: { text: 'OK' } },
      { type: 'step_finish', sessionID: 'ses', part: { reason: 'stop' } },
      { type: 'error', error: {} },
    ]);
    expect(finalText).toBe('OK');
    expect(reports).toEqual([
      { what: 'callFinished', tool: 'lookup', item: 'c', thread: 'ses', status: 'completed' },
      { what: 'turnCompleted', thread: 'ses' },
      { what: 'turnFailed' },
    ]);
  });

  it('Qwen Code: as Claude Code does it', () => {
    const { reports } = read('qwen', [
      ...noise,
      {
        type: 'assistant',
        session_id: 's',
        parent_tool_use_id: null,
        message: { content: [{ type: 'tool_use', id: 'c', name: 'mcp__shape_probe__lookup', input: {} }] },
      },
      { type: 'result', subtype: 'success', is_error: false, session_id: 's', result: 'OK' },
    ]);
    expect(reports).toEqual([{ what: 'callStarted', tool: 'lookup', item: 'c' }, { what: 'turnCompleted' }]);
  });

  it('Copilot CLI: events with the raw name beside the shown one', () => {
    const call = { toolCallId: 'c', mcpServerName: 'shape_probe', mcpToolName: 'lookup' };
    const { reports, finalText } = read('copilot', [
      ...noise,
      { type: 'session.mcp_server_status_changed', data: { serverName: 'shape_probe', status: 'connected' } },
      { type: 'assistant.turn_start', data: {} },
      { type: 'tool.execution_start', data: call },
      { type: 'tool.execution_start', data: { toolCallId: 'd', toolName: 'bash' } },
      { type: 'tool.execution_complete', data: { toolCallId: 'c', success: true } },
      { type: 'tool.execution_complete', data: { toolCallId: 'd', success: true } },
      { type: 'assistant.message', data: { content: 'OK' } },
      { type: 'result', exitCode: 0 },
    ]);
    const of = { server: 'shape_probe', tool: 'lookup', item: 'c' };
    expect(finalText).toBe('OK');
    expect(reports).toEqual([
      { what: 'serverState', server: 'shape_probe', status: 'connected' },
      { what: 'turnStarted' },
      { what: 'callStarted', ...of },
      { what: 'callFinished', ...of, status: 'completed' },
      { what: 'turnCompleted' },
    ]);
  });

  it('Cline: content that begins and ends', () => {
    const event = (inner: object) => ({ type: 'agent_event', event: inner });
    const tool = { contentType: 'tool', toolName: 'shape_probe__lookup', toolCallId: 'c' };
    const { reports, finalText } = read('cline', [
      ...noise,
      event({ type: 'content_start', ...tool }),
      event({ type: 'content_end', ...tool }),
      event({ type: 'content_start', contentType: 'text', text: 'OK' }),
      event({ type: 'done', reason: 'completed', text: 'OK' }),
    ]);
    expect(finalText).toBe('OK');
    expect(reports).toEqual([
      { what: 'callStarted', tool: 'lookup', item: 'c' },
      { what: 'callFinished', tool: 'lookup', item: 'c', status: 'completed' },
      { what: 'turnCompleted' },
    ]);
  });

  it('Continue: its last words', () => {
    expect(read('continue', ['', 'OK', ''])).toEqual({ reports: [], finalText: 'OK' });
  });

  it.each<[ClientId, object]>([
    ['codex', { type: 'turn.failed', error: { message: 'broken' } }],
    ['qwen', { type: 'result', is_error: true, error: { message: 'broken' } }],
    ['copilot', { type: 'session.error', data: { message: 'broken' } }],
  ])('%s: what went wrong, in its own words', (id, line) => {
    expect(read(id, [...noise, line]).complaint).toBe('broken');
    expect(read(id, noise).complaint).toBeUndefined();
  });
});
