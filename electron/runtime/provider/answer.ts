import type { IncomingMessage, ServerResponse } from 'node:http';
import { ok } from '../../../shared/fault.ts';
import { inputItems, previousOf, previousUnknown, wholeRequest } from './conversations.ts';
import type { Desk } from './desk.ts';
import { endpointOf, type Endpoint } from './endpoints.ts';
import { openExchange, type Exchange, type RequestFacts } from './exchange.ts';
import { refusal } from './guard.ts';
import { readIdentity, threadKey } from './identity.ts';
import { MODEL, newId } from './ids.ts';
import { readBody, type JsonBody } from './request-body.ts';
import { createDocumentSink, createSseSink, sendJson, type Sink } from './sink.ts';
import { answerModel } from './turn.ts';
import type { Encoder } from './wire-events.ts';
import { errorBody, wireName } from './wires.ts';

const now = (): bigint => process.hrtime.bigint();

/** Answers one HTTP request; what goes wrong becomes an answer and an event. */
export async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrived = now();
  const method = request.method ?? 'GET';
  const url = request.url ?? '/';
  const endpoint = endpointOf(method, url, desk.profile.wire);
  const { wire } = endpoint;
  const exchange = openExchange(desk.recorder, wireName(wire), 'http', arrived);
  const facts: RequestFacts = {
    method,
    url,
    headers: Object.keys(request.headers),
    bytes: 0,
    side: endpoint.kind !== 'model',
  };
  response.on('error', () => undefined);

  const finish = (status: number, body: object, code?: string): void => {
    const bytes = sendJson(response, status, body);
    if (code !== undefined) exchange.failed(code, { status }, now());
    exchange.closed(status, bytes, now());
  };

  const refused = refusal(request, endpoint.kind === 'hello' ? undefined : desk.key);
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
    const status = body.fault.code === 'body-too-large' ? 413 : 400;
    finish(status, errorBody(wire, status), body.fault.code);
    return;
  }
  const { bytes, json } = body.value;
  if (endpoint.kind === 'model') {
    const whole = endpoint.wire === 'responses' ? wholeRequest(json, (id) => desk.stored.get(id)) : ok(json);
    if (whole.ok) {
      await answerOverHttp(
        desk,
        { endpoint, facts: { ...facts, bytes }, body: whole.value, exchange },
        request,
        response,
      );
      return;
    }
    const previous = previousOf(json);
    exchange.request({ ...facts, bytes, previous }, undefined);
    finish(400, previousUnknown(previous), whole.fault.code);
    return;
  }
  exchange.request({ ...facts, bytes }, undefined);
  const side = sideAnswer(endpoint);
  finish(
    side?.status ?? 404,
    side?.body ?? errorBody(wire, 404),
    side === undefined ? 'not-found' : undefined,
  );
}

/** What clients ask besides turns; undefined where there is nothing to say. */
function sideAnswer({ kind, wire }: Endpoint): { status: number; body: object } | undefined {
  switch (kind) {
    case 'count':
      return { status: 200, body: wire === 'gemini' ? { totalTokens: 10 } : { input_tokens: 10 } };
    case 'hello':
      return { status: 200, body: { message: 'hello' } };
    case 'models':
      return { status: 200, body: modelList(wire) };
    case 'model-card':
      return { status: 200, body: wire === 'gemini' ? geminiModel : openModel };
    case 'model':
    case 'none':
      return undefined;
  }
}

const openModel = { id: MODEL, object: 'model', created: 0, owned_by: 'throughline' };
const messagesModel = {
  id: MODEL,
  type: 'model',
  display_name: 'Script',
  created_at: '2026-01-01T00:00:00Z',
};
const geminiModel = {
  name: `models/${MODEL}`,
  displayName: 'Script',
  inputTokenLimit: 1_000_000,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
};

/** Codex reads `models`, where an empty list leaves it with its own catalogue (CX-8.10). */
function modelList(wire: Endpoint['wire']): object {
  switch (wire) {
    case 'messages':
      return { data: [messagesModel], has_more: false, first_id: MODEL, last_id: MODEL };
    case 'gemini':
      return { models: [geminiModel] };
    case 'responses':
    case 'chat':
      return { object: 'list', data: [openModel], models: [] };
  }
}

interface HttpTurn {
  readonly endpoint: Extract<Endpoint, { kind: 'model' }>;
  readonly facts: RequestFacts;
  readonly body: JsonBody;
  readonly exchange: Exchange;
}

async function answerOverHttp(
  desk: Desk,
  { endpoint, facts, body, exchange }: HttpTurn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (endpoint.wire === 'responses')
    desk.fallback.cameOverHttp(threadKey(readIdentity(desk.profile, request.headers, body)) ?? '');
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const headers: Record<string, string> =
    endpoint.wire === 'messages' ? { 'request-id': newId.request() } : {};
  const stream = endpoint.stream ?? (body['stream'] === true ? 'events' : 'none');
  const sinkFor = (encoder: Encoder): Sink => {
    switch (stream) {
      case 'events':
        return createSseSink(response, headers);
      case 'list':
        return createDocumentSink(response, () => [encoder.document()]);
      case 'none':
        return createDocumentSink(response, () => encoder.document());
    }
  };
  await answerModel(desk, {
    wire: endpoint.wire,
    facts,
    headers: request.headers,
    body,
    exchange,
    sinkFor,
    gone: gone.signal,
    whole: (encoder) => {
      if (endpoint.wire !== 'responses' || body['store'] === false) return;
      desk.stored.put(encoder.response, [
        ...inputItems(body['input']),
        ...inputItems(encoder.document()['output']),
      ]);
    },
  });
}
