import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecProgram, HostProfile } from '../../../shared/hosts/index.ts';
import { formatJson } from '../../../shared/json.ts';
import type { Recorder } from '../recorder.ts';
import { openExchange, type Exchange, type RequestFacts } from './exchange.ts';
import { refusal } from './guard.ts';
import { newId } from './ids.ts';
import { readIdentity } from './identity.ts';
import { createMessagesEncoder, messagesError } from './messages.ts';
import { observe, type Registered } from './observe.ts';
import { outputIds } from './outputs.ts';
import { perform, type Stage } from './play.ts';
import type { Player, Reply } from './player.ts';
import { readBody, type JsonBody } from './request-body.ts';
import { createResponsesEncoder, responsesError } from './responses.ts';
import { createDocumentSink, createSseSink, sendJson } from './sink.ts';
import { remember, type ProviderThread, type Threads } from './threads.ts';

/** What answering needs; one for the life of a provider. */
export interface Desk {
  readonly recorder: Recorder;
  readonly profile: HostProfile;
  readonly registered: () => Registered;
  readonly threads: Threads;
  readonly player: Player;
  readonly stage: Stage;
  readonly key: string | undefined;
  readonly onProgram: (callId: string, program: ExecProgram) => void;
  readonly signal: AbortSignal;
}

type Endpoint = 'messages' | 'responses' | 'count' | 'hello' | 'models' | 'none';

const endpointOf = (method: string, path: string): Endpoint => {
  if (method === 'POST' && path.endsWith('/messages/count_tokens')) return 'count';
  if (method === 'POST' && path.endsWith('/messages')) return 'messages';
  if (method === 'POST' && path.endsWith('/responses')) return 'responses';
  if ((method === 'HEAD' || method === 'GET') && path.endsWith('/api/hello')) return 'hello';
  if (method === 'GET' && path.endsWith('/models')) return 'models';
  return 'none';
};

const now = (): bigint => process.hrtime.bigint();

/** Answers one HTTP request; what goes wrong becomes an answer and an event. */
export async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrived = now();
  const method = request.method ?? 'GET';
  const url = request.url ?? '/';
  const endpoint = endpointOf(method, url.split('?', 1)[0] ?? '/');
  const wire =
    endpoint === 'messages' ||
    endpoint === 'count' ||
    (endpoint !== 'responses' && desk.profile.wire === 'messages')
      ? 'anthropic'
      : 'responses';
  const exchange = openExchange(desk.recorder, wire, 'http', arrived);
  const facts: RequestFacts = { method, url, headers: Object.keys(request.headers), bytes: 0 };
  response.on('error', () => undefined);

  const finish = (status: number, body: object, code?: string): void => {
    const bytes = sendJson(response, status, body);
    if (code !== undefined) exchange.failed(code, { status }, now());
    exchange.closed(status, bytes, now());
  };

  const refused = refusal(request, endpoint === 'hello' ? undefined : desk.key);
  if (refused !== undefined) {
    exchange.request(facts, undefined);
    finish(refused.status, errorBody(wire, refused.status), refused.reason);
    request.resume();
    return;
  }
  let body;
  try {
    body = await readBody(request);
  } catch {
    exchange.request(facts, undefined);
    exchange.failed('client-gone', {}, now());
    exchange.closed(undefined, 0, now());
    return;
  }
  if (!body.ok) {
    exchange.request(facts, undefined);
    finish(body.fault.code === 'body-too-large' ? 413 : 400, errorBody(wire, 400), body.fault.code);
    return;
  }
  const { bytes, json } = body.value;
  if (endpoint === 'messages' || endpoint === 'responses') {
    await answerModel(desk, { ...facts, bytes }, json, endpoint, exchange, request, response);
    return;
  }
  exchange.request({ ...facts, bytes }, undefined);
  switch (endpoint) {
    case 'count':
      finish(200, { input_tokens: 10 });
      return;
    case 'hello':
      finish(200, { message: 'hello' });
      return;
    case 'models':
      finish(200, {
        object: 'list',
        data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'throughline' }],
        models: [],
      });
      return;
    case 'none':
      finish(404, errorBody(wire, 404), 'not-found');
      return;
  }
}

/** The only model there is. Whatever a client asks for, it answers. */
export const MODEL = 'throughline-script';

const errorBody = (wire: 'anthropic' | 'responses', status: number): object =>
  wire === 'anthropic' ? messagesError(status) : responsesError(status);

async function answerModel(
  desk: Desk,
  facts: RequestFacts,
  body: JsonBody,
  endpoint: 'messages' | 'responses',
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const registered = desk.registered();
  const ids = readIdentity(desk.profile, request.headers, body);
  const sight = observe(body, registered, desk.recorder.gate);
  const thread = desk.threads.of(ids, () => formatJson(body));
  remember(thread, sight);
  const outputs = newOutputs(thread, body);
  const previous = body['previous_response_id'];
  exchange.request(
    {
      ...facts,
      sight,
      outputs,
      previous: typeof previous === 'string' ? previous : undefined,
      prewarm: ids.purpose === 'prewarm',
    },
    thread,
  );

  const encoder =
    endpoint === 'messages'
      ? createMessagesEncoder(body['model'] ?? MODEL)
      : createResponsesEncoder(body['model'] ?? MODEL, (callId, part) =>
          desk.onProgram(callId, part.program),
        );
  const requestId: Record<string, string> = endpoint === 'messages' ? { 'request-id': newId.request() } : {};
  const sink =
    body['stream'] === true
      ? createSseSink(response, requestId)
      : createDocumentSink(response, () => encoder.document());
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const sides = ids.purpose === 'other' || !asksForTurn(thread, sight.toolCount);
  const reply: Reply =
    ids.purpose === 'prewarm'
      ? says([])
      : sides
        ? says([{ kind: 'text', text: 'OK' }])
        : desk.player.reply(thread, registered.plan);
  await perform({
    reply,
    encoder,
    sink,
    exchange,
    thread,
    threads: desk.threads,
    plan: registered.plan,
    stage: desk.stage,
    errorBody: (status) => errorBody(endpoint === 'messages' ? 'anthropic' : 'responses', status),
    signal: AbortSignal.any([desk.signal, gone.signal]),
  });
  exchange.closed(sink.status, sink.bytes, now());
}

const says = (parts: Reply['parts']): Reply => ({ parts, commit: () => undefined });

/** Clients also ask for titles and summaries; such a request declares no tools, and its thread never did. */
const asksForTurn = (thread: ProviderThread, toolCount: number): boolean =>
  toolCount > 0 || thread.callables.size > 0 || thread.own.size > 0;

/** History is sent again and again: an output counts in the request that first carries it. */
function newOutputs(thread: ProviderThread, body: JsonBody): string[] {
  const fresh = outputIds(body).filter((id) => !thread.answered.has(id));
  for (const id of fresh) thread.answered.add(id);
  return fresh;
}
