import { createParser } from 'eventsource-parser';
import { formatJson, isObject } from '../../../shared/json.ts';
import { createAuthorizedFetch, type Authorized, type Authorizer, type Fetch } from './authorizer.ts';
import type { RpcId } from './envelope.ts';
import { finding } from './findings.ts';
import {
  acceptedOnly,
  contentFault,
  networkFault,
  rpcErrorIn,
  sessionLost,
  statusFault,
} from './http-faults.ts';
import { patientFetch } from './patient-fetch.ts';
import type { Tap } from './tap.ts';
import type { JsonObject } from './types.ts';

interface HttpTapOptions {
  readonly url: URL;
  readonly tap: Tap;
  readonly now: () => bigint;
  readonly maxFrameBytes: number;
  /** A standalone GET stream that lives shorter than this and says nothing is of no use, ms. */
  readonly shortStreamMs?: number;
  readonly fetch?: Fetch;
  readonly authorizer?: Authorizer | undefined;
}

/** Standalone streams that ended at once before we stop opening them. */
const maxShortStreams = 3;
const maxErrorBody = 64 * 1024;

const essence = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const readBody = async (response: Response, limit: number): Promise<Buffer | undefined> => {
  if (response.body === null) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.byteLength;
    if (size > limit) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const readRequest = (body: string): JsonObject | undefined => {
  if (body === '') return undefined;
  const value: unknown = JSON.parse(body);
  return isObject(value) ? value : undefined;
};

const idOf = (message: JsonObject | undefined): RpcId | undefined => {
  const id = message?.['method'] === undefined ? undefined : message['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
};

const jsonResponse = (messages: readonly JsonObject[], headers: Headers): Response => {
  const kept = new Headers({ 'content-type': 'application/json' });
  const session = headers.get('mcp-session-id');
  if (session !== null) kept.set('mcp-session-id', session);
  return new Response(formatJson(messages.length === 1 ? messages[0] : messages), {
    status: 200,
    headers: kept,
  });
};

const unauthorized = (): Response => new Response(null, { status: 401 });

const accepted = (headers: Headers): Response => new Response(null, { status: 202, headers });

/**
 * The fetch that the client's transport gets: it records the exact bytes of both directions, turns whatever a server may
 * answer into something that transport can read, and says why where there is no answer.
 */
export const createTappedFetch = (
  options: HttpTapOptions,
): { readonly fetch: Fetch; readonly isAuthorizing: () => boolean } => {
  const { url, tap, now } = options;
  const authorized = createAuthorizedFetch(options.fetch ?? patientFetch, options);
  let shortStreams = 0;

  const eventStream = (response: Response, standalone: boolean): Response => {
    if (response.body === null) return response;
    const opened = performance.now();
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let events = 0;
    let held = 0;
    let feed: (text: string) => void = () => undefined;
    const pass = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => {
        const write = (text: string): void => controller.enqueue(encoder.encode(text));
        const parser = createParser({
          onRetry: (ms) => write(`retry: ${ms}\n\n`),
          onEvent: ({ id, event, data }) => {
            events += 1;
            held = 0;
            const idLine = id === undefined ? '' : `id: ${id}\n`;
            if (data === '' || (event !== undefined && event !== 'message'))
              return write(`${idLine}data:\n\n`);
            const messages = tap.received(Buffer.from(data), now());
            if (messages.length === 0) return write(`${idLine}data:\n\n`);
            for (const message of messages) write(`${idLine}data: ${formatJson(message)}\n\n`);
          },
        });
        feed = (text) => parser.feed(text);
      },
      transform: (chunk, controller) => {
        held += chunk.byteLength;
        if (held > options.maxFrameBytes) {
          tap.find(finding('frame-too-large', { detail: `${held} bytes` }));
          controller.terminate();
          return;
        }
        feed(decoder.decode(chunk, { stream: true }));
      },
      flush: () => {
        feed(decoder.decode());
        if (standalone && events === 0 && performance.now() - opened < (options.shortStreamMs ?? 2000))
          shortStreams += 1;
      },
    });
    return new Response(response.body.pipeThrough(pass), {
      status: response.status,
      headers: response.headers,
    });
  };

  const answerOf = async (response: Response, id: RpcId): Promise<Response> => {
    const bytes = await readBody(response, options.maxFrameBytes);
    if (bytes === undefined) {
      const message = tap.receivedLong({ bytes: options.maxFrameBytes, head: '', tail: '' }, now());
      return jsonResponse(message === undefined ? [] : [message], response.headers);
    }
    const type = essence(response);
    if (type !== 'application/json') {
      const text = bytes.toString('utf8');
      if (!/^\s*[[{]/.test(text)) {
        tap.fail(id, contentFault(url, type, text));
        return new Response(text.slice(0, maxErrorBody), { status: 200, headers: { 'content-type': type } });
      }
      tap.find(finding('http-content-type', { detail: type }));
    }
    const messages = tap.received(bytes, now());
    // A body without an answer to the request it answers leaves nothing to wait for.
    const failed = tap.waits(id) ? tap.fail(id, contentFault(url, type, '')) : undefined;
    return jsonResponse(failed === undefined ? messages : [...messages, failed], response.headers);
  };

  const failedStatus = async (
    response: Response,
    id: RpcId | undefined,
    inSession: boolean,
  ): Promise<Response> => {
    const body = (await readBody(response, maxErrorBody))?.toString('utf8') ?? '';
    const same = (): Response =>
      new Response(body, {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      });
    if (id === undefined) return same();
    const { status } = response;
    if (inSession && (status === 404 || (status === 400 && /session/i.test(body)))) {
      tap.fail(id, sessionLost(status));
      return same();
    }
    const error = status === 401 || status === 403 ? undefined : rpcErrorIn(body);
    if (error !== undefined) {
      const own = Buffer.from(body);
      const messages = tap.received(own, now());
      if (!tap.waits(id)) return jsonResponse(messages, response.headers);
      const message = tap.refuse(id, error, own, now());
      return jsonResponse(message === undefined ? messages : [...messages, message], response.headers);
    }
    tap.fail(id, statusFault(url, status, body));
    return same();
  };

  const post = async (target: string | URL, init: RequestInit): Promise<Response> => {
    const text = typeof init.body === 'string' ? init.body : '';
    const message = readRequest(text);
    const id = idOf(message);
    const inSession = new Headers(init.headers).has('mcp-session-id');
    let sent: Authorized;
    try {
      sent = await authorized.send(
        target,
        init,
        message === undefined ? undefined : (at) => tap.sent(message, Buffer.from(text), at),
      );
    } catch (error) {
      if (id !== undefined && init.signal?.aborted !== true) tap.fail(id, networkFault(url, error));
      throw error;
    }
    if (!sent.ok) {
      if (id !== undefined) tap.fail(id, sent.fault);
      return unauthorized();
    }
    const { response } = sent;
    if (response.status >= 300 && response.status < 400) return response;
    if (!response.ok) return failedStatus(response, id, inSession);
    if (id === undefined) {
      if (response.status === 202) return response;
      await response.body?.cancel();
      tap.find(finding('http-notification-status', { detail: `HTTP ${response.status}` }));
      return accepted(response.headers);
    }
    if (response.status === 202) {
      tap.find(finding('http-request-accepted'));
      const failed = tap.fail(id, acceptedOnly);
      await response.body?.cancel();
      return jsonResponse(failed === undefined ? [] : [failed], response.headers);
    }
    return essence(response) === 'text/event-stream' ? eventStream(response, false) : answerOf(response, id);
  };

  const other = async (target: string | URL, init: RequestInit): Promise<Response> => {
    const sent = await authorized.send(target, init);
    return sent.ok ? sent.response : unauthorized();
  };

  const get = async (target: string | URL, init: RequestInit): Promise<Response> => {
    const closed = (): Response => new Response(null, { status: 405 });
    if (shortStreams >= maxShortStreams) {
      if (shortStreams === maxShortStreams)
        tap.find(finding('http-stream-unusable', { detail: 'it ended at once' }));
      shortStreams += 1;
      return closed();
    }
    const response = await other(target, init);
    if (!response.ok) return response;
    if (essence(response) === 'text/event-stream')
      return eventStream(response, !new Headers(init.headers).has('last-event-id'));
    await response.body?.cancel();
    tap.find(finding('http-stream-unusable', { detail: essence(response) }));
    return closed();
  };

  return {
    isAuthorizing: authorized.isWaiting,
    fetch: (target, init = {}) => {
      switch (init.method) {
        case 'POST':
          return post(target, init);
        case 'GET':
          return get(target, init);
        default:
          return other(target, init);
      }
    },
  };
};
