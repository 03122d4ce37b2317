import { describe, expect, it } from 'vitest';
import { createInteractionDesk } from './interaction-desk.ts';
import { createGate } from './sanitize.ts';

const gate = createGate();
const form = () => ({
  id: gate.local('elicitation'),
  server: 's',
  params: {},
  message: 'Who?',
  mode: 'form' as const,
  schema: { type: 'object' },
});
const sampling = () => ({
  id: gate.local('sampling'),
  server: 's',
  params: { maxTokens: 12345678901234567890n },
});
const never = new AbortController().signal;

describe('the desk for requests of servers', () => {
  it('declines at once while nobody watches', async () => {
    const desk = createInteractionDesk();
    const answerer = desk.answerer('c');
    expect(await answerer.elicit?.(form(), never)).toEqual({ action: 'decline', by: 'policy' });
    expect(await answerer.sample?.(sampling(), never)).toEqual({ action: 'decline', by: 'policy' });
    const stop = desk.pending.onChange(() => undefined);
    stop();
    expect(await answerer.elicit?.(form(), never)).toMatchObject({ action: 'decline' });
    expect(desk.pending.get()).toEqual([]);
  });

  it('shows a request whole and hands the answer on', async () => {
    const desk = createInteractionDesk();
    desk.pending.onChange(() => undefined);
    const asked = form();
    const answer = desk.answerer('c').elicit?.(asked, never);
    expect(desk.pending.get()).toMatchObject([
      { capture: 'c', interaction: asked.id, kind: 'form', gone: false },
    ]);
    expect(desk.detail('c', asked.id)).toMatchObject({ ok: true, value: { kind: 'form', message: 'Who?' } });
    const reply = { capture: 'c', interaction: asked.id, action: 'accept' as const };
    expect(desk.answer({ ...reply, contentJson: '[1]' })).toMatchObject({
      ok: false,
      fault: { code: 'content-not-object' },
    });
    expect(desk.answer({ ...reply, contentJson: '{"n":12345678901234567890}' }).ok).toBe(true);
    expect(await answer).toEqual({ action: 'accept', content: { n: 12345678901234567890n }, by: 'user' });
    expect(desk.answer(reply)).toMatchObject({ ok: false, fault: { code: 'interaction-not-waiting' } });
    expect(desk.pending.get()).toEqual([]);
  });

  it('shows an address whole', () => {
    const desk = createInteractionDesk();
    desk.pending.onChange(() => undefined);
    const id = gate.local('elicitation');
    void desk
      .answerer('c')
      .elicit?.(
        { id, server: 's', params: {}, message: 'm', mode: 'url', url: new URL('https://a.invalid/x?y=z#w') },
        never,
      );
    expect(desk.detail('c', id)).toMatchObject({ value: { kind: 'url', url: 'https://a.invalid/x?y=z#w' } });
  });

  it('wants a result for sampling', async () => {
    const desk = createInteractionDesk();
    desk.pending.onChange(() => undefined);
    const asked = sampling();
    const answer = desk.answerer('c').sample?.(asked, never);
    expect(desk.detail('c', asked.id)).toMatchObject({
      value: { paramsJson: expect.stringContaining('12345678901234567890') },
    });
    const reply = { capture: 'c', interaction: asked.id };
    expect(desk.answer({ ...reply, action: 'accept' })).toMatchObject({
      ok: false,
      fault: { code: 'content-missing' },
    });
    expect(desk.answer({ ...reply, action: 'decline' }).ok).toBe(true);
    expect(await answer).toEqual({ action: 'decline', by: 'user' });
  });

  it('closes a request that the server took back, and says so for a while', async () => {
    const desk = createInteractionDesk();
    desk.pending.onChange(() => undefined);
    const abort = new AbortController();
    const asked = form();
    const answer = desk.answerer('c').elicit?.(asked, abort.signal);
    abort.abort();
    expect(await answer).toEqual({ action: 'cancel', by: 'caller' });
    expect(desk.pending.get()).toMatchObject([{ gone: true }]);
    expect(desk.answer({ capture: 'c', interaction: asked.id, action: 'accept' })).toMatchObject({
      ok: false,
    });
  });
});
