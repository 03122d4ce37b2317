import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Scenario } from '../../../shared/scenario.ts';
import { openSocket } from '../../../tests/support/socket-client.ts';
import { codexIds, play, post, start, user } from '../../../tests/support/provider.ts';

const call = { do: 'call', tool: 'lookup', args: { query: 'a' } };
const ok = [{ do: 'text', text: 'OK' }];

const types = (frames: readonly Record<string, unknown>[]): unknown[] => frames.map(({ type }) => type);

const Done = z.looseObject({ item: z.looseObject({ call_id: z.string() }) });
const itemOf = (frames: readonly Record<string, unknown>[]) =>
  Done.parse(frames.find(({ type }) => type === 'response.output_item.done')).item;

const Created = z.looseObject({ response: z.looseObject({ id: z.string() }) });
const idOf = (frames: readonly Record<string, unknown>[]): string => Created.parse(frames[0]).response.id;

const metadata = (thread: string, more: Record<string, string> = {}) => ({
  client_metadata: { session_id: 's-1', thread_id: thread, ...more },
});

async function open(scenario: Scenario, headers: Record<string, string> = codexIds) {
  const run = await start('codex', scenario);
  const { body } = run.plan.declare();
  const client = await openSocket(`${run.provider.url}/v1/responses`, headers);
  const create = { type: 'response.create', model: 'm', store: false, ...body };
  const declared = Array.isArray(body['input']) ? (body['input'] as unknown[]) : [];
  return { ...run, client, create, declared };
}

describe('Responses over WebSocket', () => {
  it('answers a warm-up with nothing in it, then turns that go on from it with what is new', async () => {
    const run = await open(play({ root: [[call], ok] }));
    const { client, create, declared } = run;
    client.send({ ...create, generate: false, input: declared, ...metadata('t-1') });
    const warm = await client.answer();
    expect(types(warm)).toEqual(['response.created', 'response.completed']);
    expect(warm[1]).toMatchObject({ response: { id: idOf(warm), status: 'completed', output: [] } });

    client.send({ ...create, previous_response_id: idOf(warm), input: [user], ...metadata('t-1') });
    const first = await client.answer();
    const item = itemOf(first);
    // Code mode was declared in the warm-up only: the whole conversation was looked at.
    expect(item).toMatchObject({ type: 'custom_tool_call', name: 'exec' });
    expect(first.map((frame) => frame['sequence_number'])).toEqual(first.map((_, index) => index));

    const output = { type: 'custom_tool_call_output', call_id: item.call_id, output: 'x' };
    client.send({ ...create, previous_response_id: idOf(first), input: [output], ...metadata('t-1') });
    expect(JSON.stringify(await client.answer())).toContain('"text":"OK"');

    const { gate } = run.recorder;
    const [upgrade, ...requests] = run.of('exchange.request');
    expect(upgrade).toMatchObject({ method: 'GET', route: '/v1/responses', side: true, toolCount: 0 });
    expect(upgrade?.headerNames).toContain('sec-websocket-key');
    expect(
      requests.map(({ method, prewarm, outputs, previous }) => ({ method, prewarm, outputs, previous })),
    ).toEqual([
      { method: 'response.create', prewarm: true, outputs: [], previous: undefined },
      { method: 'response.create', prewarm: false, outputs: [], previous: gate.wireId(idOf(warm)) },
      {
        method: 'response.create',
        prewarm: false,
        outputs: [gate.wireId(item.call_id)],
        previous: gate.wireId(idOf(first)),
      },
    ]);
    for (const { envelopes, thread } of requests) {
      expect(envelopes.map(({ name }) => name)).toContain('exec');
      expect(thread).toBe(gate.wireId('t-1'));
    }
    expect(run.of('thread.opened')).toHaveLength(1);
    expect(new Set(run.of('exchange.opened').map(({ transport }) => transport))).toEqual(
      new Set(['websocket']),
    );
  });

  it('believes the frame where the socket names another thread', async () => {
    const run = await open(play({ root: [ok] }), { 'session-id': 's-1', 'thread-id': 'stale' });
    run.client.send({ ...run.create, ...metadata('t-2', { 'x-codex-parent-thread-id': 't-1' }) });
    await run.client.answer();
    const { gate } = run.recorder;
    expect(run.of('thread.opened')).toMatchObject([
      { thread: gate.wireId('t-2'), parent: gate.wireId('t-1'), parentEvidence: 'measured' },
    ]);
  });

  it('says that it does not know a response, forgets one that could not be gone on from, and stays open', async () => {
    const run = await open(
      play({
        root: [
          [
            { do: 'fail', status: 500 },
            { do: 'text', text: 'OK' },
          ],
        ],
      }),
    );
    const { client, create } = run;
    const unknown = {
      type: 'error',
      status: 400,
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    };
    client.send({ ...create, previous_response_id: 'resp_elsewhere', input: [user] });
    expect(await client.answer()).toMatchObject([unknown]);
    client.send({ ...create, generate: false });
    const warm = idOf(await client.answer());
    client.send({ ...create, previous_response_id: warm, input: [user] });
    expect(await client.answer()).toMatchObject([
      { type: 'error', status: 500, error: { type: 'server_error' } },
    ]);
    client.send({ ...create, previous_response_id: warm, input: [user] });
    expect(await client.answer()).toMatchObject([unknown]);
    client.send(create);
    expect(types(await client.answer()).at(-1)).toBe('response.completed');
    expect(run.of('response.failed').map(({ code, status }) => ({ code, status }))).toEqual([
      { code: 'previous-response-unknown', status: 400 },
      { code: 'http-500', status: 500 },
      { code: 'previous-response-unknown', status: 400 },
    ]);
  });

  it('answers one after the other, also to a client that does not wait', async () => {
    const run = await open(
      play({
        root: [
          [
            { do: 'wait', ms: 60 },
            { do: 'text', text: 'one' },
          ],
          [{ do: 'text', text: 'two' }],
        ],
      }),
    );
    run.client.send(run.create);
    run.client.send(run.create);
    expect(JSON.stringify(await run.client.answer())).toContain('one');
    expect(JSON.stringify(await run.client.answer())).toContain('two');
    expect(run.of('response.started').map(({ seq }) => seq)).toEqual([
      expect.any(Number),
      expect.toSatisfy((seq: number) => seq > (run.of('response.completed')[0]?.seq ?? Infinity)),
    ]);
  });

  it('refuses frames that are no request, and takes packed ones', async () => {
    const run = await open(play({ root: [ok] }));
    const { client, create } = run;
    expect(client.socket.extensions).toContain('permessage-deflate');
    client.socket.send('{"type":');
    client.socket.send(Buffer.from(JSON.stringify(create)));
    client.send({ type: 'session.update' });
    for (let count = 0; count < 3; count++)
      expect(await client.answer()).toMatchObject([{ type: 'error', status: 400 }]);
    client.send({
      ...create,
      input: [{ ...user, content: [{ type: 'input_text', text: 'long '.repeat(5000) }] }],
    });
    expect(types(await client.answer()).at(-1)).toBe('response.completed');
    expect(run.of('response.failed').map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'frame-not-a-request'),
    );
  });

  it('cuts or closes the socket in the middle of a response, and goes on behind it on the next one', async () => {
    const turn = [
      { do: 'text', text: 'almost' },
      { do: 'drop' },
      { do: 'text', text: 'again' },
      { do: 'end' },
      { do: 'text', text: 'OK' },
    ];
    const run = await open(play({ root: [turn] }));
    run.client.send({ ...run.create, ...metadata('t-1') });
    expect(await run.client.closed).toBe(1006);
    const second = await openSocket(`${run.provider.url}/responses`, codexIds);
    second.send({ ...run.create, ...metadata('t-1') });
    expect(await second.closed).toBe(1000);
    const third = await openSocket(`${run.provider.url}/responses`, codexIds);
    third.send({ ...run.create, ...metadata('t-1') });
    expect(JSON.stringify(await third.answer())).toContain('"text":"OK"');
    expect(run.of('response.failed').map(({ code }) => code)).toEqual(['dropped', 'ended-early']);
    third.socket.close();
    await expect.poll(() => run.of('exchange.closed').filter(({ status }) => status === 101)).toHaveLength(3);
  });

  it('counts the item while the response still streams', async () => {
    const turn = [call, { do: 'stream', chunkMs: 30 }, { do: 'text', text: 'x'.repeat(200) }];
    const run = await open(play({ root: [turn] }));
    run.client.send({ ...run.create, input: [...run.declared, user] });
    let frame;
    do frame = await run.client.next();
    while (frame['type'] !== 'response.output_item.done');
    expect(run.of('response.item')).toHaveLength(1);
    expect(run.of('response.completed')).toHaveLength(0);
    await run.client.answer();
  });

  it('notices that the client is gone, and plays the turn again on another socket', async () => {
    const slow = [
      { do: 'stream', chunkMs: 60 },
      { do: 'text', text: 'x'.repeat(100) },
    ];
    const run = await open(play({ root: [slow, ok] }));
    run.client.send({ ...run.create, ...metadata('t-1') });
    await run.client.next();
    run.client.socket.terminate();
    await expect.poll(() => run.of('response.failed').map(({ code }) => code)).toEqual(['client-gone']);
    await expect.poll(() => run.of('exchange.closed')).toHaveLength(2);
    const second = await openSocket(`${run.provider.url}/v1/responses`, codexIds);
    second.send({ ...run.create, ...metadata('t-1') });
    expect(JSON.stringify(await second.answer())).toContain('xxx');
  });

  it.each([
    ['refuse', 'Unexpected server response: 426', 426, 'websocket-refused'],
    ['destroy', 'socket hang up', undefined, 'websocket-destroyed'],
  ])('can %s sockets, and sees the client go on over HTTP', async (webSocket, message, status, code) => {
    const run = await start('codex', play({ root: [ok] }, { webSocket }));
    const url = `${run.provider.url}/v1/responses`;
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(openSocket(url, codexIds)).rejects.toThrow(message);
    expect(run.of('response.failed')).toMatchObject([{ code }, { code }]);
    expect(run.of('exchange.closed').map((event) => event.status)).toEqual([status, status]);
    const body = { ...run.plan.declare().body, stream: true };
    for (let attempt = 0; attempt < 2; attempt++) expect((await post(url, body, codexIds)).status).toBe(200);
    expect(run.of('capture.note')).toMatchObject([{ code: 'fell-back-to-http', evidence: 'derived' }]);
    expect(run.of('exchange.opened').map(({ transport }) => transport)).toEqual([
      'websocket',
      'websocket',
      'http',
      'http',
    ]);
  });

  it('sends a client away that asks in a wrong way or too much at once', async () => {
    const run = await open(play({ root: [[{ do: 'wait', ms: 5000 }, ...ok]] }));
    const { port } = new URL(run.provider.url);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'short' };
      get({ port, host: '127.0.0.1', path: '/v1/responses', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
    expect(status).toBe(400);
    await expect.poll(() => run.of('response.failed').map(({ code }) => code)).toEqual(['upgrade-invalid']);
    for (let count = 0; count < 70; count++) run.client.send(run.create);
    expect(await run.client.closed).toBe(1006);
  });

  it('takes sockets from programs that hold the key, and for responses only', async () => {
    const run = await start('codex', play({ root: [ok] }), { key: 'k-1' });
    const { url } = run.provider;
    const bearer = { authorization: 'Bearer k-1' };
    await expect(openSocket(`${url}/v1/responses`)).rejects.toThrow('401');
    await expect(
      openSocket(`${url}/v1/responses`, { ...bearer, origin: 'http://evil.example' }),
    ).rejects.toThrow('403');
    await expect(openSocket(`${url}/v1/realtime`, bearer)).rejects.toThrow('404');
    const client = await openSocket(`${url}/v1/responses`, bearer);
    const [code] = await Promise.all([once(client.socket, 'close'), run.provider.close()]);
    expect(code[0]).toBe(1006);
  });
});
