import { describe, expect, it } from 'vitest';
import { codexIds, lookup, play, post, responseId, start } from '../../../tests/support/provider.ts';

const call = (query: string) => ({ do: 'call', tool: 'lookup', args: { query } });
const ok = [{ do: 'text', text: 'OK' }];

const { description, inputSchema: parameters } = lookup;
const declared = { type: 'function', function: { name: 'shape_probe_lookup', description, parameters } };
const user = { role: 'user', content: 'go' };
const body = { model: 'm', stream: true, tools: [declared], messages: [user] };

type Chunk = Readonly<Record<string, unknown>>;

/** Chunks and the line behind them. */
async function chat(url: string, request: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  const data = lines.map((line) => line.replace(/^data: /, ''));
  const chunks = data.filter((text) => text !== '[DONE]').map((text): Chunk => JSON.parse(text));
  return { status: response.status, chunks, last: data.at(-1) };
}

interface Choice {
  readonly delta: {
    readonly content?: string;
    readonly tool_calls?: { index: number; id?: string; function: { name?: string; arguments: string } }[];
  };
  readonly finish_reason: string | null;
}
const choices = (chunks: readonly Chunk[]): Choice[] =>
  chunks.flatMap((chunk) => chunk['choices'] as Choice[]);

/** Calls put together as a client does: by index. */
function callsOf(chunks: readonly Chunk[]) {
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const part of choices(chunks).flatMap(({ delta }) => delta.tool_calls ?? [])) {
    const known = (calls[part.index] ??= { id: '', name: '', arguments: '' });
    known.id += part.id ?? '';
    known.name += part.function.name ?? '';
    known.arguments += part.function.arguments;
  }
  return calls;
}

describe('Chat Completions', () => {
  it('streams parallel calls by index, then takes their outputs from the tool messages', async () => {
    const parallel = { do: 'parallel', calls: [call('a'), call('b')].map(({ do: _do, ...one }) => one) };
    const run = await start('claude', play({ root: [[{ do: 'text', text: 'First. ' }, parallel], ok] }));
    const first = await chat(run.provider.url, body);
    expect(first.last).toBe('[DONE]');
    expect(choices(first.chunks).at(-1)).toMatchObject({ delta: {}, finish_reason: 'tool_calls' });
    const calls = callsOf(first.chunks);
    expect(calls).toEqual([
      { id: expect.stringMatching(/^call_/), name: 'shape_probe_lookup', arguments: '{"query":"a"}' },
      { id: expect.stringMatching(/^call_/), name: 'shape_probe_lookup', arguments: '{"query":"b"}' },
    ]);
    // Nobody asked for the count.
    expect(first.chunks.every((chunk) => !('usage' in chunk))).toBe(true);

    const history = [
      user,
      {
        role: 'assistant',
        content: 'First. ',
        tool_calls: calls.map(({ id }) => ({ id, type: 'function' })),
      },
      ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
    ];
    const second = await chat(run.provider.url, {
      ...body,
      messages: history,
      stream_options: { include_usage: true },
    });
    expect(
      choices(second.chunks)
        .map(({ delta }) => delta.content ?? '')
        .join(''),
    ).toBe('OK');
    expect(choices(second.chunks).at(-1)?.finish_reason).toBe('stop');
    expect(second.chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 15 } });

    const { gate } = run.recorder;
    const [one, two] = run.of('exchange.request');
    expect(one).toMatchObject({
      route: '/v1/chat/completions',
      toolCount: 1,
      outputs: [],
      observed: [{ form: 'chatFunction', path: '$.tools[0].function' }],
    });
    expect(two?.outputs).toEqual(calls.map(({ id }) => gate.wireId(id)));
    expect(run.of('exchange.opened')[0]?.wire).toBe('chat');
    const carried = run.of('response.item').filter(({ carrier }) => carrier.kind === 'tool');
    expect(carried.map(({ callId, argumentsDigest }) => ({ callId, argumentsDigest }))).toEqual([
      { callId: gate.wireId(calls[0]?.id ?? ''), argumentsDigest: gate.argumentsDigest({ query: 'a' }) },
      { callId: gate.wireId(calls[1]?.id ?? ''), argumentsDigest: gate.argumentsDigest({ query: 'b' }) },
    ]);
    // A client without ids has one thread, and that it is one is assumed.
    expect(run.of('thread.opened')).toMatchObject([{ evidence: 'assumed', role: 'root' }]);
  });

  it('answers in one document where no stream is wanted', async () => {
    const run = await start('claude', play({ root: [[call('a')], ok] }));
    const { chunks } = await chat(run.provider.url, { ...body, stream: false });
    expect(chunks).toMatchObject([
      {
        object: 'chat.completion',
        choices: [
          {
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [{ function: { name: 'shape_probe_lookup', arguments: '{"query":"a"}' } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
        usage: { total_tokens: 15 },
      },
    ]);
  });

  it('counts a call with the last piece of its arguments, while the response still streams', async () => {
    const long = { do: 'call', tool: 'lookup', args: { query: 'x'.repeat(150) } };
    const turn = [long, { do: 'stream', chunkMs: 30 }, { do: 'text', text: 'x'.repeat(200) }];
    const run = await start('claude', play({ root: [turn] }));
    const response = await fetch(`${run.provider.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    let text = '';
    let seen: string[] | undefined;
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.includes('\\"}"'))
        seen ??= run.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('response.'));
    }
    expect(seen).toEqual(['response.started', 'response.item']);
    expect(run.of('response.completed')).toHaveLength(1);
  });

  it('fails before and in the middle of a stream, drops it, and ends it empty', async () => {
    const turn = [
      { do: 'fail', status: 429 },
      { do: 'text', text: 'half' },
      { do: 'fail', status: 500 },
      { do: 'drop' },
      { do: 'end' },
      { do: 'text', text: 'OK' },
    ];
    const run = await start('claude', play({ root: [turn] }));
    const { url } = run.provider;
    expect(await chat(url, body)).toMatchObject({
      status: 429,
      chunks: [{ error: { type: 'rate_limit_error' } }],
    });
    expect((await chat(url, body)).chunks.at(-1)).toMatchObject({ error: { type: 'server_error' } });
    await expect(chat(url, body)).rejects.toThrow('fetch failed');
    expect(await chat(url, body)).toEqual({ status: 200, chunks: [], last: undefined });
    expect(
      choices((await chat(url, body)).chunks)
        .map(({ delta }) => delta.content ?? '')
        .join(''),
    ).toBe('OK');
    expect(run.of('response.failed').map(({ code }) => code)).toEqual([
      'http-429',
      'http-500',
      'dropped',
      'ended-early',
    ]);
  });

  it('knows the threads that a client names in headers of its own', async () => {
    const scenario = play({
      root: [[{ do: 'spawn', child: 'kid' }], ok],
      'child:kid': [[{ do: 'text', text: 'played' }]],
    });
    const run = await start('claude', scenario);
    const agent = { type: 'function', function: { name: 'Agent', parameters: { type: 'object' } } };
    const request = { ...body, tools: [declared, agent] };
    const first = await chat(run.provider.url, request, { 'x-session-id': 'ses-1' });
    expect(callsOf(first.chunks)).toMatchObject([{ name: 'Agent' }]);
    const second = await chat(run.provider.url, request, {
      'x-session-id': 'ses-2',
      'x-parent-session-id': 'ses-1',
    });
    expect(
      choices(second.chunks)
        .map(({ delta }) => delta.content ?? '')
        .join(''),
    ).toBe('played');
    const { gate } = run.recorder;
    expect(run.of('thread.opened')).toMatchObject([
      { thread: gate.wireId('ses-1'), role: 'root', evidence: 'measured' },
      { thread: gate.wireId('ses-2'), parent: gate.wireId('ses-1'), parentEvidence: 'measured' },
    ]);
  });

  it('plays the part of a child that nothing but its task tells apart, in the one thread there is', async () => {
    const scenario = play({
      root: [[{ do: 'spawn', child: 'kid' }], [{ do: 'text', text: 'root again' }]],
      'child:kid': [[{ do: 'text', text: 'played' }]],
    });
    const run = await start('claude', scenario);
    const agent = { type: 'function', function: { name: 'Agent', parameters: { type: 'object' } } };
    const request = { ...body, tools: [declared, agent] };
    const [spawn] = callsOf((await chat(run.provider.url, request)).chunks);
    const task = 'Play the part of child kid.';
    const child = await chat(run.provider.url, {
      ...request,
      messages: [{ role: 'user', content: [{ type: 'text', text: task }] }],
    });
    expect(JSON.stringify(child.chunks)).toContain('played');
    const back = await chat(run.provider.url, {
      ...request,
      messages: [
        user,
        {
          role: 'assistant',
          tool_calls: [{ id: spawn?.id, function: { name: 'Agent', arguments: spawn?.arguments } }],
        },
        { role: 'tool', tool_call_id: spawn?.id, content: 'played' },
      ],
    });
    expect(spawn?.arguments).toContain(task);
    expect(JSON.stringify(back.chunks)).toContain('root again');
    expect(run.of('thread.opened')).toHaveLength(1);
    expect(new Set(run.of('exchange.request').map(({ thread }) => thread)).size).toBe(1);
  });

  it("takes a request without tools for the client's own, and gives it what it asks for", async () => {
    const run = await start('claude', play({ root: [[{ do: 'text', text: 'first turn' }]] }));
    const { url } = run.provider;
    const title = { model: 'm', messages: [user] };
    const schema = {
      type: 'object',
      properties: { title: { type: 'string' }, mood: { enum: ['calm', 'busy'] } },
      required: ['title', 'mood'],
    };
    const plain = await chat(url, title);
    const wanted = await chat(url, {
      ...title,
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
    });
    const contentOf = ({ chunks }: typeof plain): string =>
      (chunks[0] as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? '';
    expect(contentOf(plain)).toBe('OK');
    expect(JSON.parse(contentOf(wanted))).toEqual({ title: 'synthetic', mood: 'calm' });
    expect(JSON.stringify((await chat(url, body)).chunks)).toContain('first');
    expect(run.of('exchange.request').map(({ side, thread }) => ({ side, thread }))).toEqual([
      { side: true, thread: undefined },
      { side: true, thread: undefined },
      { side: undefined, thread: 'thread:1' },
    ]);
  });

  it('goes on over HTTP from a response that may be stored, and says when it does not know one', async () => {
    const run = await start(
      'codex',
      play({ root: [[{ do: 'text', text: 'one' }], [{ do: 'text', text: 'two' }], ok] }),
    );
    const url = `${run.provider.url}/v1/responses`;
    const request = { ...run.plan.declare().body, stream: true };
    const first = await post(url, request, codexIds);
    const { input: _input, ...rest } = request as { input?: unknown };
    const second = await post(
      url,
      { ...rest, input: 'more', previous_response_id: responseId(first) },
      codexIds,
    );
    expect(JSON.stringify(second.events)).toContain('two');
    // The tools were declared in the first request only.
    expect(run.of('exchange.request')[1]?.toolCount).toBe(run.of('exchange.request')[0]?.toolCount);
    const other = await post(url, { ...request, store: false }, codexIds);
    expect((await post(url, { ...request, previous_response_id: responseId(other) }, codexIds)).status).toBe(
      400,
    );
    expect(run.of('response.failed')).toMatchObject([{ code: 'previous-response-unknown', status: 400 }]);
  });
});
