import { describe, expect, it } from 'vitest';
import type { EventOf } from '../../shared/event.ts';
import { createApprovalDesk, type Question } from './desk.ts';
import { createGate } from './sanitize.ts';

const gate = createGate();
const question = (over: Partial<EventOf<'approval.requested'>> = {}): Question => ({
  capture: 'c',
  requested: {
    seq: 0,
    t: 0,
    kind: 'approval.requested',
    source: 'host',
    evidence: 'derived',
    approval: gate.local('approval'),
    call: gate.local('call'),
    server: gate.server('s'),
    tool: gate.tool(gate.server('s'), 'delete_record'),
    rules: [],
    reason: gate.code('destructive-hint'),
    offers: ['accept', 'decline', 'cancel'],
    destructive: true,
    ...over,
  },
  client: 'Codex 0.154.0',
  threadRole: 'root',
  arguments: { id: 12345678901234567890n },
  hints: [],
  ifDeclined: 'user rejected MCP tool call',
});
const never = new AbortController().signal;

describe('the approval desk', () => {
  it('holds a question until a window answers it', async () => {
    const desk = createApprovalDesk();
    const asked = question();
    const answer = desk.ask(asked, never);
    const approval = asked.requested.approval;
    expect(desk.pending.get()).toHaveLength(1);
    expect(desk.detail('c', approval)).toMatchObject({ ok: true, value: { argumentsJson: '{"id":12345678901234567890}' } });
    expect(desk.decide({ capture: 'c', approval, decision: 'acceptForSession' })).toMatchObject({ fault: { code: 'approval-not-offered' } });
    expect(desk.decide({ capture: 'c', approval, decision: 'accept', editedArgumentsJson: '[1]' })).toMatchObject({ fault: { code: 'arguments-not-object' } });
    expect(desk.decide({ capture: 'c', approval, decision: 'accept', editedArgumentsJson: '{"id":2}' })).toEqual({ ok: true, value: undefined });
    expect(await answer).toEqual({ decision: 'accept', by: 'user', edited: { arguments: { id: 2 } } });
    expect(desk.pending.get()).toEqual([]);
    expect(desk.decide({ capture: 'c', approval, decision: 'accept' })).toMatchObject({ fault: { code: 'approval-not-waiting' } });
  });

  it('answers cancel when the caller gives up, and says so on screen', async () => {
    const desk = createApprovalDesk();
    const caller = new AbortController();
    const answer = desk.ask(question(), caller.signal);
    caller.abort();
    expect(await answer).toEqual({ decision: 'cancel', by: 'caller' });
    expect(desk.pending.get()).toMatchObject([{ gone: true }]);
    expect(await desk.ask(question(), caller.signal)).toEqual({ decision: 'cancel', by: 'caller' });
  });

  it('answers cancel when the time is up', async () => {
    const desk = createApprovalDesk();
    expect(await desk.ask(question({ timeoutMs: 5 }), never)).toEqual({ decision: 'cancel', by: 'timeout' });
  });
});
