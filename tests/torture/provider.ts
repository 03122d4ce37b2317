import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, parseJson } from '../../shared/json.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the model does in one answer. */
export type Move =
  | { readonly do: 'end' }
  | { readonly do: 'program'; readonly input: string }
  | { readonly do: 'toolSearch'; readonly query: string; readonly limit: number }
  | { readonly do: 'call'; readonly name: string; readonly input: Json };

export interface TortureProvider {
  readonly url: string;
  /** Bodies of the model requests in the order in which they came. */
  readonly bodies: readonly Json[];
  readonly close: () => Promise<void>;
}

/** A provider that plays the moves, one a request, and keeps what it was sent; Responses and Messages over SSE. */
export async function tortureProvider(moves: readonly Move[]): Promise<TortureProvider> {
  const bodies: Json[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(request.url ?? '/', body, response));
  });

  function answer(url: string, body: Json, response: ServerResponse): void {
    const messages = /\/messages(\?|$)/.test(url);
    if (!messages && !url.endsWith('/responses')) {
      const counts = url.includes('count_tokens');
      response.writeHead(counts ? 200 : 404, { 'content-type': 'application/json' });
      response.end(counts ? '{"input_tokens":1}' : '{}');
      return;
    }
    // A side errand of the client (a title, a check of the key) declares no tools and takes no move.
    const own = messages && !(Array.isArray(body['tools']) && body['tools'].length > 0);
    const move = own ? { do: 'end' as const } : (moves[bodies.length] ?? { do: 'end' as const });
    if (!own) bodies.push(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of messages ? messageEvents(move) : responseEvents(move)) {
      response.write(`event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = chunks.length === 0 ? {} : parseJson(Buffer.concat(chunks).toString('utf8'));
  return isObject(body) ? body : {};
}

let made = 0;
const newId = (prefix: string): string => `${prefix}_${(made += 1)}`;

function* responseEvents(move: Move): Generator<Json> {
  const id = newId('resp');
  yield { type: 'response.created', response: { id } };
  const item = responseItem(move);
  yield { type: 'response.output_item.added', output_index: 0, item };
  yield { type: 'response.output_item.done', output_index: 0, item };
  yield { type: 'response.completed', response: { id, usage: null } };
}

function responseItem(move: Move): Json {
  switch (move.do) {
    case 'end':
      return {
        type: 'message',
        id: newId('msg'),
        role: 'assistant',
        content: [{ type: 'output_text', text: 'OK' }],
      };
    case 'program':
      return {
        type: 'custom_tool_call',
        id: newId('ctc'),
        call_id: newId('call'),
        name: 'exec',
        input: move.input,
      };
    case 'toolSearch':
      return {
        type: 'tool_search_call',
        id: newId('tsc'),
        call_id: newId('call'),
        execution: 'client',
        status: 'completed',
        arguments: { query: move.query, limit: move.limit },
      };
    case 'call':
      return {
        type: 'function_call',
        id: newId('fc'),
        call_id: newId('call'),
        name: move.name,
        arguments: JSON.stringify(move.input),
      };
  }
}

function* messageEvents(move: Move): Generator<Json> {
  const calls = move.do === 'call';
  yield {
    type: 'message_start',
    message: {
      id: newId('msg'),
      type: 'message',
      role: 'assistant',
      model: 'synthetic',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  };
  yield {
    type: 'content_block_start',
    index: 0,
    content_block: calls
      ? { type: 'tool_use', id: newId('toolu'), name: move.name, input: {} }
      : { type: 'text', text: '' },
  };
  yield {
    type: 'content_block_delta',
    index: 0,
    delta: calls
      ? { type: 'input_json_delta', partial_json: JSON.stringify(move.input) }
      : { type: 'text_delta', text: 'OK' },
  };
  yield { type: 'content_block_stop', index: 0 };
  yield {
    type: 'message_delta',
    delta: { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 1 },
  };
  yield { type: 'message_stop' };
}
