import { describe, expect, it } from 'vitest';
import { lookup, play, start } from '../../../tests/support/provider.ts';

const call = (query: string) => ({ do: 'call', tool: 'lookup', args: { query } });
const ok = [{ do: 'text', text: 'OK' }];

const { description, inputSchema: parametersJsonSchema } = lookup;
const name = 'mcp_shape_probe_lookup';
const tools = [{ functionDeclarations: [{ name, description, parametersJsonSchema }] }];
const user = { role: 'user', parts: [{ text: 'go' }] };
const base = { tools, contents: [user] };

interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly id: string; readonly name: string; readonly args: object };
}
interface Chunk {
  readonly candidates?: { readonly content: { readonly parts: Part[] }; readonly finishReason?: string }[];
}

async function gemini(url: string, verb: string, body: object) {
  const response = await fetch(`${url}/v1beta/models/gemini-2.5-flash:${verb}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-goog-api-key': 'k-1' },
  });
  return { status: response.status, text: await response.text() };
}

async function stream(url: string, body: object): Promise<Chunk[]> {
  const { text } = await gemini(url, 'streamGenerateContent?alt=sse', body);
  return text
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line): Chunk => JSON.parse(line.replace(/^data: /, '')));
}

const parts = (chunks: readonly Chunk[]): Part[] =>
  chunks.flatMap((chunk) => chunk.candidates?.flatMap(({ content }) => content.parts) ?? []);
const finish = (chunks: readonly Chunk[]) =>
  chunks.map((chunk) => chunk.candidates?.[0]?.finishReason ?? null);

describe('Gemini', () => {
  it.each(['with', 'without'])(
    'calls, and takes the outputs of a client that answers %s ids in its history',
    async (ids) => {
      const parallel = { do: 'parallel', calls: [call('a'), call('b')].map(({ do: _do, ...one }) => one) };
      const run = await start('claude', play({ root: [[call('first')], [parallel], ok] }), { key: 'k-1' });
      const { url } = run.provider;
      const { gate } = run.recorder;
      const contents: object[] = [user];
      const issued: string[][] = [];
      for (let turn = 0; turn < 2; turn++) {
        const chunks = await stream(url, { ...base, contents });
        const calls = parts(chunks).flatMap(({ functionCall }) => functionCall ?? []);
        issued.push(calls.map(({ id }) => id));
        expect(calls.every((one) => one.name === name)).toBe(true);
        expect(finish(chunks)).toEqual([...calls.map(() => null), 'STOP']);
        contents.push(
          {
            role: 'model',
            parts: calls.map(({ id, ...rest }) => ({
              functionCall: ids === 'with' ? { id, ...rest } : rest,
            })),
          },
          {
            role: 'user',
            parts: calls.map(() => ({ functionResponse: { name, response: { output: 'x' } } })),
          },
        );
      }
      expect(
        parts(await stream(url, { ...base, contents }))
          .map(({ text }) => text)
          .join(''),
      ).toBe('OK');
      expect(issued.map((some) => some.length)).toEqual([1, 2]);
      expect(run.of('exchange.request').map(({ outputs }) => outputs)).toEqual([
        [],
        ...issued.map((some) => some.map((id) => gate.wireId(id))),
      ]);
      expect(run.of('exchange.request')[0]).toMatchObject({
        route: '/v1beta/models/{…}:streamGenerateContent',
        queryKeys: ['alt'],
        observed: [{ form: 'functionDeclaration', path: '$.tools[0].functionDeclarations[0]' }],
      });
      expect(run.of('exchange.request')[0]?.headerNames).toContain('x-goog-api-key');
      expect(JSON.stringify(run.events)).not.toContain('k-1');
      expect(run.of('response.item').filter(({ carrier }) => carrier.kind === 'tool')).toHaveLength(3);
    },
  );

  it('answers in one document, as a list of documents, and with the size of a request', async () => {
    const run = await start('claude', play({ root: [[call('a')], [call('b')], ok] }));
    const { url } = run.provider;
    const whole = {
      candidates: [{ content: { role: 'model', parts: [{ functionCall: { name } }] }, finishReason: 'STOP' }],
    };
    expect(JSON.parse((await gemini(url, 'generateContent', base)).text)).toMatchObject(whole);
    expect(JSON.parse((await gemini(url, 'streamGenerateContent', base)).text)).toMatchObject([whole]);
    expect(JSON.parse((await gemini(url, 'countTokens', base)).text)).toEqual({ totalTokens: 10 });
    const models = await fetch(`${url}/v1beta/models`);
    expect(await models.json()).toMatchObject({ models: [{ name: 'models/throughline-script' }] });
    expect(run.of('exchange.opened').map(({ wire }) => wire)).toEqual(
      Array.from({ length: 4 }, () => 'gemini'),
    );
    expect(run.of('exchange.request').map(({ side }) => side)).toEqual([undefined, undefined, true, true]);
  });

  it('gives JSON to a router that asks for it', async () => {
    const run = await start('claude', play({ root: [ok] }));
    const { text } = await gemini(run.provider.url, 'generateContent', {
      contents: [user],
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: {
          type: 'OBJECT',
          properties: {
            reasoning: { type: 'STRING' },
            model_choice: { type: 'STRING', enum: ['flash', 'pro'] },
          },
          required: ['reasoning', 'model_choice'],
        },
      },
    });
    const [part] = parts([JSON.parse(text)]);
    expect(JSON.parse(part?.text ?? '')).toEqual({ reasoning: 'synthetic', model_choice: 'flash' });
  });

  it('counts the call while the response still streams', async () => {
    const turn = [call('a'), { do: 'stream', chunkMs: 30 }, { do: 'text', text: 'x'.repeat(200) }];
    const run = await start('claude', play({ root: [turn] }));
    const response = await fetch(`${run.provider.url}/v1beta/models/m:streamGenerateContent?alt=sse`, {
      method: 'POST',
      body: JSON.stringify(base),
    });
    let seen: string[] | undefined;
    for await (const chunk of response.body ?? []) {
      if (Buffer.from(chunk).toString('utf8').includes('functionCall'))
        seen ??= run.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('response.'));
    }
    expect(seen).toEqual(['response.started', 'response.item']);
  });

  it.each([
    [400, 'INVALID_ARGUMENT'],
    [429, 'RESOURCE_EXHAUSTED'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ])('fails with %i, before and in the middle of a stream', async (status, word) => {
    const turn = [
      { do: 'fail', status },
      { do: 'text', text: 'half' },
      { do: 'fail', status },
      { do: 'text', text: 'OK' },
    ];
    const run = await start('claude', play({ root: [turn] }));
    const first = await gemini(run.provider.url, 'streamGenerateContent?alt=sse', base);
    expect(first.status).toBe(status);
    expect(JSON.parse(first.text)).toMatchObject({ error: { code: status, status: word } });
    expect((await stream(run.provider.url, base)).at(-1)).toMatchObject({ error: { status: word } });
    expect(
      parts(await stream(run.provider.url, base))
        .map(({ text }) => text)
        .join(''),
    ).toBe('OK');
  });
});
