import { describe, expect, it } from 'vitest';
import { profileOf } from '../testing.ts';

const codex = profileOf('codex');
const root = { sessionId: 'S', threadId: 'S', turnId: 'T' };
const child = {
  sessionId: 'S',
  threadId: 'C',
  turnId: 'U',
  parentThreadId: 'S',
  parentTurnId: 'T',
  agent: 'digger',
};

describe('codex identity', () => {
  it('a root names session, thread and window, and no parent', () => {
    const { headers, body } = codex.identity({ ...root, modelClass: 'exec' });
    expect(headers).toMatchObject({
      'session-id': 'S',
      'thread-id': 'S',
      'x-client-request-id': 'S',
      'x-codex-window-id': 'S:0',
      'x-openai-internal-codex-responses-lite': 'true',
    });
    expect(headers).not.toHaveProperty('x-codex-parent-thread-id');
    expect(body).toMatchObject({
      prompt_cache_key: 'S',
      client_metadata: { session_id: 'S', thread_id: 'S', turn_id: 'T' },
    });
    expect(JSON.parse(headers['x-codex-turn-metadata'] ?? '')).toMatchObject({
      agent_name: '/root',
      request_kind: 'turn',
    });
  });

  it('a child shares the session and names its parent in headers, body and turn metadata', () => {
    const { headers, body } = codex.identity(child);
    expect(headers).toMatchObject({
      'session-id': 'S',
      'thread-id': 'C',
      'x-codex-parent-thread-id': 'S',
      'x-openai-subagent': 'collab_spawn',
    });
    expect(headers).not.toHaveProperty('x-openai-internal-codex-responses-lite');
    expect(body).toMatchObject({
      prompt_cache_key: 'S',
      client_metadata: {
        'x-codex-parent-thread-id': 'S',
        'x-openai-subagent': 'collab_spawn',
        parent_turn_id: 'T',
      },
    });
    expect(JSON.parse(headers['x-codex-turn-metadata'] ?? '')).toMatchObject({
      agent_name: '/root/digger',
      parent_thread_id: 'S',
      subagent_kind: 'collab_spawn',
    });
  });

  it('puts call, item, thread and turn on tools/call', () => {
    expect(codex.callMeta({ callId: 'c', itemId: 'i', ...child })).toEqual({
      callId: 'c',
      itemId: 'i',
      threadId: 'C',
      'x-codex-turn-metadata': {
        session_id: 'S',
        thread_id: 'C',
        turn_id: 'U',
        parent_thread_id: 'S',
        subagent_kind: 'collab_spawn',
      },
    });
    expect(codex.callMeta({ callId: 'c', ...root })).not.toHaveProperty('itemId');
  });
});

describe('codex configuration', () => {
  it('a child process inherits named variables only, its own on top', () => {
    const parent = { HOME: '/h', PATH: '/bin', API_KEY: 'secret', WANTED: 'w', TERM: 'dumb' };
    expect(
      codex.childEnv(parent, { envVars: ['WANTED', 'MISSING'], env: { TERM: 'xterm', OWN: '1' } }),
    ).toEqual({
      HOME: '/h',
      PATH: '/bin',
      TERM: 'xterm',
      WANTED: 'w',
      OWN: '1',
    });
  });

  it('does not believe connector keys of an ordinary server', () => {
    expect(
      codex.toolMeta({ connector_id: 'x', connectorDescription: 'y', ui: { visibility: ['model'] } }),
    ).toEqual({
      ui: { visibility: ['model'] },
    });
  });

  it('filters by exact raw name, the deny list last', () => {
    const allowed = (settings: Parameters<typeof codex.filter>[1], tool = 'a') =>
      codex.filter({ server: 's', tool }, settings).allowed;
    expect(allowed(undefined)).toBe(true);
    expect(allowed({ enabledTools: [] })).toBe(false);
    expect(allowed({ enabledTools: ['a'], disabledTools: ['a'] })).toBe(false);
    expect(allowed({ disabledTools: ['A', 'a*'] })).toBe(true);
    expect(codex.filter({ server: 's', tool: 'a' }, { disabledTools: ['a'] }).error).toBe(
      "tool 'a' is disabled for MCP server 's'",
    );
  });
});
