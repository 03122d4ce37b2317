import { describe, expect, it } from 'vitest';
import type { ClientRecipe, Login } from '../../electron/runtime/clients/index.ts';
import { scenario, script } from '../support/probe.ts';
import { clientFor, runReal, type RealRun } from './harness.ts';

const overSocket = (recipe: ClientRecipe, login: Login = 'api-key') => {
  const way = recipe.ways.find((one) => one.transport === 'websocket' && one.login === login);
  if (way === undefined) throw new Error(`${recipe.title} speaks no sockets`);
  return way;
};

const call = { do: 'call', tool: 'lookup', args: { query: 'one' } };
const ok = [{ do: 'text', text: 'OK' }];
const plain = script({ root: [[call], ok] });

/** What was asked for a response, and how, in order. */
const asked = ({ of }: RealRun): string[] => {
  const transports = new Map(of('exchange.opened').map(({ exchange, transport }) => [exchange, transport]));
  return of('exchange.request')
    .filter(({ route }) => String(route).endsWith('/responses'))
    .map(
      ({ exchange, method, prewarm }) =>
        `${transports.get(exchange)} ${String(method)}${prewarm ? ' prewarm' : ''}`,
    );
};
const upgrade = 'websocket GET';
const frame = 'websocket response.create';
const post = 'http POST';

const fallenBack = ({ of }: RealRun): boolean =>
  of('capture.note').some(({ code }) => String(code) === 'fell-back-to-http');

function expectWhole(run: RealRun, tier = 'meta'): void {
  expect(run.run).toMatchObject({ exit: 0, signal: null, ending: 'exited', left: 0 });
  expect(run.finalEquals).toBe(true);
  expect(run.of('call.finished')).toMatchObject([{ outcome: 'ok' }]);
  expect(run.of('call.attributed')).toMatchObject([{ tier }]);
}

describe.each(['0.154.0', '0.171.0'])('codex@%s', (version) => {
  it('warms a socket up, and goes on from response to response', async ({ skip }) => {
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, { way: overSocket(client.recipe), scenario: plain });
    expectWhole(run);
    expect(asked(run)).toEqual([upgrade, `${frame} prewarm`, frame, frame]);
    const frames = run.of('exchange.request').slice(1);
    const responses = run.of('response.started').map(({ response }) => response);
    expect(frames.map(({ previous }) => previous)).toEqual([undefined, ...responses.slice(0, 2)]);
    // What it left out because it was said before counts as shown.
    for (const { envelopes } of frames.slice(1))
      expect(envelopes.map(({ name }) => String(name))).toContain('exec');
    expect(run.of('thread.opened')).toMatchObject([{ evidence: 'measured' }]);
    expect(fallenBack(run)).toBe(false);
  });

  const refusals = [
    ['refuse', 1],
    // It tries twice more before it gives up.
    ['destroy', 3],
  ] as const;
  it.for(refusals)('goes on over HTTP when the provider does %s', async ([webSocket, upgrades], { skip }) => {
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, {
      way: overSocket(client.recipe),
      scenario: script({ root: [[call], ok] }, { webSocket }),
    });
    expectWhole(run);
    expect(asked(run)).toEqual([...Array.from({ length: upgrades }, () => upgrade), post, post]);
    expect(fallenBack(run)).toBe(true);
  });

  it('packs its requests when it is logged in and gets no socket', async ({ skip }) => {
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, {
      way: overSocket(client.recipe, 'chatgpt'),
      scenario: script({ root: [[call], ok] }, { webSocket: 'refuse' }),
    });
    expectWhole(run);
    expect(asked(run)).toEqual([upgrade, post, post]);
    const posted = run.of('exchange.request').filter(({ method }) => String(method) === 'POST');
    for (const { headerNames } of posted) expect(headerNames.map(String)).toContain('content-encoding');
  });

  const breaks = [
    ['drop', 'dropped'],
    ['end', 'ended-early'],
    ['fail', 'http-500'],
  ] as const;
  it.for(breaks)('opens another socket after a %s', async ([verb, code], { skip }) => {
    const broken = verb === 'fail' ? { do: verb, status: 500 } : { do: verb };
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, {
      way: overSocket(client.recipe),
      scenario: script({ root: [[broken, call], ok] }),
    });
    expectWhole(run);
    expect(run.of('response.failed')).toMatchObject([{ code }]);
    expect(asked(run)).toEqual([upgrade, `${frame} prewarm`, frame, upgrade, frame, frame]);
    expect(fallenBack(run)).toBe(false);
  });

  it('goes on over HTTP when its tries are used up', async ({ skip }) => {
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, {
      way: overSocket(client.recipe),
      scenario: script({ root: [[{ do: 'drop' }, { do: 'drop' }, call], ok] }),
    });
    expectWhole(run);
    expect(asked(run)).toEqual([upgrade, `${frame} prewarm`, frame, upgrade, frame, post, post]);
    expect(fallenBack(run)).toBe(true);
  });

  it('starts a tool as soon as its item is complete', async ({ skip }) => {
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, {
      way: overSocket(client.recipe),
      scenario: script({ root: [[{ do: 'stream', chunkMs: 400 }, call], ok] }),
    });
    expectWhole(run);
    const [started] = run.of('call.started');
    const [window] = run.of('window.opened');
    const answered = run.of('response.completed').find(({ response }) => response === window?.response);
    expect(started?.t).toBeGreaterThan(window?.openedAt ?? Infinity);
    expect(started?.t).toBeLessThan(answered?.t ?? 0);
  });

  it('gives a child a socket of its own, and names its parent', async ({ skip }) => {
    const client = await clientFor('codex', version, skip);
    const run = await runReal(client, { way: overSocket(client.recipe), scenario: scenario('parent-child') });
    expect(run.run).toMatchObject({ exit: 0, ending: 'exited', left: 0 });
    expect(run.finalEquals).toBe(true);
    expect(asked(run).filter((what) => what === upgrade)).toHaveLength(2);
    const threads = run.of('thread.opened');
    expect(threads).toMatchObject([{ role: 'root' }, { role: 'child', parentEvidence: 'measured' }]);
    expect(threads[1]?.parent).toBe(threads[0]?.thread);
    const verdicts = run.of('call.attributed');
    expect(verdicts.map(({ tier }) => tier)).toEqual(['meta', 'meta']);
    expect(new Set(verdicts.map(({ thread }) => thread))).toEqual(
      new Set(threads.map(({ thread }) => thread)),
    );
  });
});

describe('copilot@1.0.102', () => {
  const cases = [
    ['refuse', {}, [upgrade, post, post]],
    ['destroy', {}, [upgrade, post, post]],
    ['accept', { do: 'drop' }, [upgrade, frame, post, post]],
  ] as const;
  it.for(cases)(
    'goes on over HTTP at once: sockets %s, %o',
    async ([webSocket, first, expected], { skip }) => {
      const client = await clientFor('copilot', '1.0.102', skip);
      const turn = 'do' in first ? [first, call] : [call];
      const run = await runReal(client, {
        way: overSocket(client.recipe),
        scenario: script({ root: [turn, ok] }, { webSocket }),
      });
      expectWhole(run, 'structured');
      expect(asked(run)).toEqual(expected);
      // It has no ids: that it is the same thread is assumed.
      expect(run.of('capture.note').find(({ code }) => String(code) === 'fell-back-to-http')).toMatchObject({
        evidence: 'assumed',
      });
    },
  );
});
