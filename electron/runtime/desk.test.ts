import { describe, expect, it } from 'vitest';
import type { PendingApproval } from '../../shared/contract.ts';
import { createApprovalDesk } from './desk.ts';
import type { DeskQuestion } from './host/desk.ts';

let count = 0;
const question = (over: Partial<PendingApproval> = {}): DeskQuestion => ({
  pending: {
    capture: 'c',
    approval: `approval:${++count}`,
    call: `call:${count}`,
    server: 's',
    tool: 'delete_record',
    client: 'Codex 0.154.0',
    threadRole: 'root',
    rules: ['CX-6.2'],
    reason: 'destructive-hint',
    offers: ['accept', 'decline', 'cancel'],
    destructive: true,
    requestedAt: '2026-01-01T00:00:00.000Z',
    gone: false,
    ...over,
  },
  detail: {
    argumentsJson: '{"id":12345678901234567890}',
    hints: [],
    ifDeclined: 'user rejected MCP tool call',
  },
});
const never = new AbortController().signal;

describe('the approval desk', () => {
  it('holds a question until a window answers it', async () => {
    const desk = createApprovalDesk();
    const asked = question();
    const answer = desk.ask(asked, never);
    const { approval } = asked.pending;
    expect(desk.pending.get()).toEqual([asked.pending]);
    expect(desk.detail('c', approval)).toEqual({ ok: true, value: asked.detail });
    const decide = (over: object) => desk.decide({ capture: 'c', approval, decision: 'accept', ...over });
    expect(decide({ decision: 'acceptForSession' })).toMatchObject({
      fault: { code: 'approval-not-offered' },
    });
    expect(decide({ editedArgumentsJson: '[1]' })).toMatchObject({ fault: { code: 'arguments-not-object' } });
    expect(decide({ editedArgumentsJson: '{"id":' })).toMatchObject({
      fault: { code: 'arguments-not-json' },
    });
    expect(decide({ editedArgumentsJson: '{"id":2}' })).toEqual({ ok: true, value: undefined });
    expect(await answer).toEqual({ decision: 'accept', editedArgumentsJson: '{"id":2}' });
    expect(desk.pending.get()).toEqual([]);
    expect(decide({})).toMatchObject({ fault: { code: 'approval-not-waiting' } });
  });

  it('answers cancel when the caller gives up, and says so on screen', async () => {
    const desk = createApprovalDesk();
    const caller = new AbortController();
    const asked = question();
    const answer = desk.ask(asked, caller.signal);
    caller.abort();
    expect(await answer).toEqual({ decision: 'cancel' });
    expect(desk.pending.get()).toMatchObject([{ gone: true }]);
    expect(desk.decide({ capture: 'c', approval: asked.pending.approval, decision: 'accept' }).ok).toBe(
      false,
    );
    expect(await desk.ask(question(), caller.signal)).toEqual({ decision: 'cancel' });
  });

  it('answers cancel when the time is up, and says that nobody decided', async () => {
    const desk = createApprovalDesk();
    expect(await desk.ask(question({ timeoutMs: 5 }), never)).toEqual({ decision: 'cancel', timedOut: true });
  });

  it('lets several questions wait and answers each on its own', async () => {
    const desk = createApprovalDesk();
    const [one, two] = [question(), question()];
    const first = desk.ask(one, never);
    const second = desk.ask(two, never);
    desk.decide({ capture: 'c', approval: two.pending.approval, decision: 'decline', message: 'no' });
    expect(await second).toEqual({ decision: 'decline', message: 'no' });
    expect(desk.pending.get()).toEqual([one.pending]);
    desk.decide({ capture: 'c', approval: one.pending.approval, decision: 'cancel' });
    expect(await first).toEqual({ decision: 'cancel' });
  });
});
