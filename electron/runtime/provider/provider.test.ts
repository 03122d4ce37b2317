import { gzipSync, zstdCompressSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { record } from '../../../tests/support/recording.ts';
import { createProvider } from './index.ts';
import { codexIds, play, post, profileOf, start, user } from '../../../tests/support/provider.ts';

describe('the fake provider', () => {
  it('speaks Responses: an exec call first, then text, with windows that open at the finished item', async () => {
    const run = await start(
      'codex',
      play({ root: [[{ do: 'call', tool: 'lookup', args: { query: 'a' } }], [{ do: 'text', text: 'OK' }]] }),
    );
    const declared = run.plan.declare().body;
    const input = Array.isArray(declared['input']) ? declared['input'] : [];
    const body = { ...declared, model: 'm', stream: true, input: [...input, user] };
    const first = await post(`${run.provider.url}/v1/responses`, body, codexIds);
    expect(first.status).toBe(200);
    expect(first.events[0]?.type).toBe('response.created');
    expect(first.events.at(-1)?.type).toBe('response.completed');
    const item = first.events.find((event) => event.type === 'response.output_item.done')?.data['item'];
    expect(item).toMatchObject({
      type: 'custom_tool_call',
      name: 'exec',
      input: expect.stringContaining('mcp__shape_probe__lookup'),
    });
    const { call_id: callId, id } = item as { call_id: string; id: string };
    expect(run.provider.program(callId)).toEqual({
      calls: [{ name: 'mcp__shape_probe__lookup', arguments: { query: 'a' } }],
      order: 'sequence',
      print: true,
    });

    const output = { type: 'custom_tool_call_output', call_id: callId, output: 'x' };
    const second = await post(
      `${run.provider.url}/v1/responses`,
      { ...body, input: [...body.input, item, output] },
      codexIds,
    );
    expect(
      second.events
        .filter((event) => event.type === 'response.output_text.delta')
        .map((event) => event.data['delta'])
        .join(''),
    ).toBe('OK');

    const { gate } = run.recorder;
    const [request1, request2] = run.of('exchange.request');
    expect(request1).toMatchObject({
      method: 'POST',
      route: '/v1/responses',
      thread: gate.wireId('t-1'),
      outputs: [],
      observed: [],
      prewarm: false,
    });
    expect(request1?.headerNames).toContain('thread-id');
    expect(request1?.envelopes.find((envelope) => envelope.name === 'exec')).toMatchObject({
      path: '$.input[0].tools[0].tools[0]',
      mentionsTools: true,
      mentionsMcpNames: true,
      mentionsAllTools: true,
      deferredOmitted: true,
    });
    expect(request2?.outputs).toEqual([gate.wireId(callId)]);
    const [exec] = run.of('response.item');
    expect(exec).toMatchObject({
      item: gate.wireId(id),
      callId: gate.wireId(callId),
      itemType: 'custom_tool_call',
      carrier: { kind: 'exec' },
    });
    expect(exec).not.toHaveProperty('argumentsDigest');
    const completed = run.of('response.completed')[0];
    expect(exec?.response).toBe(completed?.response);
    expect(exec?.seq).toBeLessThan(completed?.seq ?? 0);
    expect(run.of('thread.opened')).toHaveLength(1);
    expect(run.of('exchange.closed').map((event) => event.status)).toEqual([200, 200]);
  });

  it('speaks Messages: a flat tool_use with streamed input', async () => {
    const run = await start(
      'claude',
      play({ root: [[{ do: 'call', tool: 'lookup', args: { query: 'a' } }], [{ do: 'text', text: 'OK' }]] }),
      { settings: () => ({ modelClass: 'flat' }) },
    );
    const body = {
      ...run.plan.declare().body,
      model: 'm',
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: 'go' }],
    };
    const answer = await post(`${run.provider.url}/v1/messages?beta=true`, body, {
      'x-claude-code-session-id': 's',
    });
    expect(
      answer.events
        .map((event) => event.type)
        .filter((type) => type !== 'ping' && type !== 'content_block_delta'),
    ).toEqual([
      'message_start',
      'content_block_start',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const start0 = answer.events.find((event) => event.type === 'content_block_start')?.data[
      'content_block'
    ] as { id: string; name: string };
    expect(start0.name).toBe('mcp__shape_probe__lookup');
    const json = answer.events.flatMap((event) =>
      event.type === 'content_block_delta'
        ? [(event.data['delta'] as { partial_json: string }).partial_json]
        : [],
    );
    expect(JSON.parse(json.join(''))).toEqual({ query: 'a' });

    const { gate } = run.recorder;
    const [request] = run.of('exchange.request');
    expect(request).toMatchObject({ route: '/v1/messages', queryKeys: ['beta'], thread: gate.wireId('s') });
    expect(request?.observed).toEqual([
      {
        route: { server: 'shape_probe', tool: 'lookup' },
        name: 'mcp__shape_probe__lookup',
        by: 'profile',
        form: 'flat',
        path: expect.stringMatching(/^\$\.tools\[\d+\]$/),
        keys: ['name', 'description', 'input_schema'],
        otherKeys: 0,
        deferLoading: false,
        description: 'verbatim',
        schema: 'verbatim',
      },
    ]);
    expect(run.of('response.item')[0]).toMatchObject({
      item: gate.wireId(start0.id),
      callId: gate.wireId(start0.id),
      carrier: { kind: 'tool', route: { server: 'shape_probe', tool: 'lookup' } },
      argumentsDigest: gate.argumentsDigest({ query: 'a' }),
    });
  });

  it('opens the item while the response still streams', async () => {
    const turn = [
      { do: 'call', tool: 'lookup', args: { query: 'a' } },
      { do: 'stream', chunkMs: 40 },
      { do: 'text', text: 'x'.repeat(200) },
    ];
    const run = await start('claude', play({ root: [turn] }), { settings: () => ({ modelClass: 'flat' }) });
    const body = { ...run.plan.declare().body, stream: true, messages: [] };
    const seen: string[] = [];
    await post(`${run.provider.url}/v1/messages`, body, { 'x-claude-code-session-id': 's' }, (type) => {
      if (type === 'content_block_stop')
        seen.push(...run.events.map((event) => event.kind).filter((kind) => kind.startsWith('response.')));
    });
    expect(seen.slice(0, 2)).toEqual(['response.started', 'response.item']);
    expect(run.of('response.completed')).toHaveLength(1);
  });

  it('searches first when only a search tool is shown, and then calls what was found', async () => {
    const scenario = play({
      root: [[{ do: 'call', tool: 'lookup', args: { query: 'a' } }], [{ do: 'text', text: 'OK' }]],
    });
    const run = await start('codex', scenario, { settings: () => ({ modelClass: 'search' }) });
    const url = `${run.provider.url}/v1/responses`;
    const body = { ...run.plan.declare().body, stream: true, input: [user] };
    const first = await post(url, body, codexIds);
    const search = first.events.find((event) => event.type === 'response.output_item.done')?.data['item'] as {
      call_id: string;
      arguments: { query: string };
    };
    expect(search).toMatchObject({ type: 'tool_search_call', execution: 'client' });
    const found = run.plan.search(search.arguments);
    expect(found.hits).toHaveLength(1);
    const output = run.profile.outputItem('tool_search_call', search.call_id, found.output);
    const second = await post(url, { ...body, input: [user, search, output] }, codexIds);
    const call = second.events.find((event) => event.type === 'response.output_item.done')?.data['item'];
    expect(call).toMatchObject({
      type: 'function_call',
      namespace: 'mcp__shape_probe',
      name: 'lookup',
      arguments: '{"query":"a"}',
    });
    expect(run.of('exchange.request')[1]?.observed[0]).toMatchObject({
      form: 'searchResult',
      path: '$.input[2].tools[0].tools[0]',
      deferLoading: true,
      description: 'verbatim',
      schema: 'rewritten',
    });
    expect(run.of('response.item').map((event) => event.carrier.kind)).toEqual(['envelope', 'tool']);
  });

  it('fails, cuts, and goes on behind it at the retry', async () => {
    const turn = [
      { do: 'fail', status: 500 },
      { do: 'text', text: 'almost' },
      { do: 'drop' },
      { do: 'text', text: 'OK' },
    ];
    const run = await start('codex', play({ root: [turn, [{ do: 'text', text: 'next' }]] }));
    const url = `${run.provider.url}/v1/responses`;
    const body = { ...run.plan.declare().body, stream: true };
    expect((await post(url, body, codexIds)).status).toBe(500);
    await expect(post(url, body, codexIds)).rejects.toThrow('terminated');
    const third = await post(url, body, codexIds);
    expect(JSON.stringify(third.events)).toContain('"text":"OK"');
    expect(JSON.stringify((await post(url, body, codexIds)).events)).toContain('"text":"next"');
    expect(JSON.stringify((await post(url, body, codexIds)).events)).toContain('"text":"OK"');
    expect(run.of('response.failed').map((event) => event.code)).toEqual(['http-500', 'dropped']);
    expect(run.of('response.completed')).toHaveLength(3);
  });

  it('tells a child from its parent by ids on the wire', async () => {
    const scenario = play({
      root: [
        [
          { do: 'spawn', child: 'one' },
          { do: 'spawn', child: 'two' },
        ],
        [{ do: 'text', text: 'OK' }],
      ],
      'child:one': [[{ do: 'text', text: 'first' }]],
      'child:two': [[{ do: 'text', text: 'second' }]],
    });
    const run = await start('claude', scenario);
    const url = `${run.provider.url}/v1/messages`;
    const body = (text: string) => ({
      ...run.plan.declare().body,
      stream: true,
      messages: [{ role: 'user', content: text }],
    });
    await post(url, body('go'), { 'x-claude-code-session-id': 's' });
    const child = { 'x-claude-code-session-id': 's', 'x-claude-code-agent-id': 'a' };
    const two = await post(url, body('Play the part of child two.'), child);
    expect(JSON.stringify(two.events)).toContain('second');
    const nested = { ...child, 'x-claude-code-agent-id': 'b', 'x-claude-code-parent-agent-id': 'a' };
    await post(url, body('x'), nested);
    const { gate } = run.recorder;
    expect(
      run
        .of('thread.opened')
        .map(({ thread, parent, parentEvidence, role }) => ({ thread, parent, parentEvidence, role })),
    ).toEqual([
      { thread: gate.wireId('s'), parent: undefined, parentEvidence: undefined, role: 'root' },
      { thread: gate.wireId('s a'), parent: gate.wireId('s'), parentEvidence: 'derived', role: 'child' },
      { thread: gate.wireId('s b'), parent: gate.wireId('s a'), parentEvidence: 'measured', role: 'child' },
    ]);
  });

  it('unpacks zstd and gzip, and refuses what it cannot read', async () => {
    const run = await start('codex', play({ root: [[{ do: 'text', text: 'OK' }]] }));
    const url = `${run.provider.url}/v1/responses`;
    const plain = JSON.stringify({ ...run.plan.declare().body, stream: true });
    const send = (body: BodyInit, encoding: string) =>
      fetch(url, { method: 'POST', body, headers: { 'content-encoding': encoding } });
    expect((await send(zstdCompressSync(plain), 'zstd')).status).toBe(200);
    expect((await send(gzipSync(plain), 'gzip')).status).toBe(200);
    expect((await send('nonsense', 'gzip')).status).toBe(400);
    expect((await send(plain, 'made-up')).status).toBe(400);
    expect((await fetch(url, { method: 'POST', body: '[1]' })).status).toBe(400);
    expect((await send(gzipSync(Buffer.alloc(65 * 1024 * 1024)), 'gzip')).status).toBe(413);
    expect(run.of('response.failed').map((event) => event.code)).toEqual([
      'body-unreadable',
      'body-encoding-unknown',
      'body-not-an-object',
      'body-too-large',
    ]);
  });

  it('answers the small requests of real clients', async () => {
    const run = await start('claude', play({ root: [[{ do: 'text', text: 'OK' }]] }));
    const { url } = run.provider;
    expect((await fetch(`${url}/api/hello`, { method: 'HEAD' })).status).toBe(200);
    expect(
      await (await fetch(`${url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' })).json(),
    ).toEqual({ input_tokens: 10 });
    expect((await fetch(`${url}/v1/models?limit=1000`)).status).toBe(200);
    expect((await fetch(`${url}/secret/path?token=1`)).status).toBe(404);
    const whole = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ ...run.plan.declare().body, messages: [] }),
    });
    expect(await whole.json()).toMatchObject({
      type: 'message',
      content: [{ type: 'text', text: 'OK' }],
      stop_reason: 'end_turn',
    });
    expect(run.of('exchange.request').map((event) => event.route)).toEqual([
      '/api/hello',
      '/v1/messages/count_tokens',
      '/v1/models',
      '/{…}/{…}',
      '/v1/messages',
    ]);
    // A client without ids has one thread, and that it is one is assumed.
    expect(run.of('thread.opened')[0]).toMatchObject({ evidence: 'assumed', role: 'root' });
  });

  it('listens on loopback to programs that hold the key, not to pages', async () => {
    const run = await start('codex', play({ root: [[{ do: 'text', text: 'OK' }]] }), { key: 'k-1' });
    const { port } = new URL(run.provider.url);
    const models = `${run.provider.url}/v1/models`;
    expect((await fetch(models)).status).toBe(401);
    expect((await fetch(models, { headers: { authorization: 'Bearer k-1' } })).status).toBe(200);
    expect((await fetch(models, { headers: { 'x-api-key': 'k-1' } })).status).toBe(200);
    expect(
      (await fetch(models, { headers: { 'x-api-key': 'k-1', origin: 'http://evil.example' } })).status,
    ).toBe(403);
    const { request } = await import('node:http');
    const rebound = await new Promise<number>((resolve) => {
      request(
        { port, host: '127.0.0.1', path: '/v1/models', headers: { host: `evil.example:${port}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      ).end();
    });
    expect(rebound).toBe(403);
    expect(run.of('response.failed').map((event) => event.code)).toEqual([
      'wrong-key',
      'has-origin',
      'wrong-host',
    ]);
  });

  it('says when its port is in use, and frees its own', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const options = {
      recorder: record().recorder,
      profile: profileOf('codex'),
      scenario: play({ root: [[{ do: 'text', text: 'OK' }]] }),
      registeredTools: () => [],
    };
    const taken = await createProvider({ ...options, port });
    expect(taken).toMatchObject({
      ok: false,
      fault: { code: 'port-in-use', message: expect.stringContaining(String(port)) },
    });
    await new Promise((resolve) => void other.close(resolve));
    const free = await createProvider({ ...options, port });
    if (!free.ok) throw new Error(free.fault.message);
    await free.value.close();
    await expect(fetch(free.value.url)).rejects.toThrow('fetch failed');
  });

  it('notices a client that leaves, and plays the turn again', async () => {
    const run = await start(
      'codex',
      play({
        root: [
          [
            { do: 'wait', ms: 5000 },
            { do: 'text', text: 'OK' },
          ],
        ],
      }),
    );
    const body = JSON.stringify({ ...run.plan.declare().body, stream: true });
    const leave = new AbortController();
    const response = await fetch(`${run.provider.url}/v1/responses`, {
      method: 'POST',
      body,
      headers: codexIds,
      signal: leave.signal,
    });
    expect(response.status).toBe(200);
    leave.abort();
    await expect.poll(() => run.of('response.failed').map((event) => event.code)).toEqual(['client-gone']);
    expect(run.of('exchange.closed')).toHaveLength(1);
  });
});
