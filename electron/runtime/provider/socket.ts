import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { isObject, parseJson } from '../../../shared/json.ts';
import {
  createConversations,
  inputItems,
  previousOf,
  previousUnknown,
  wholeRequest,
  type Conversations,
} from './conversations.ts';
import type { Desk } from './desk.ts';
import { openExchange, type RequestFacts } from './exchange.ts';
import { refusal } from './guard.ts';
import { readIdentity, threadKey } from './identity.ts';
import { MAX_BODY, type JsonBody } from './request-body.ts';
import { createSocketSink, sendFrame } from './socket-sink.ts';
import { answerModel } from './turn.ts';
import { errorBody } from './wires.ts';

const now = (): bigint => process.hrtime.bigint();

/** A client that sends faster than it reads answers is sent away. */
const MAX_WAITING = 64;

const statusText: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  426: 'Upgrade Required',
};

/** Responses over WebSocket: one JSON frame a request, answered one after the other (CX-8.31). */
export function createSocketServer(desk: Desk) {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: true, maxPayload: MAX_BODY });

  return {
    /** Takes a socket or refuses it; settles when it is closed and everything on it is answered. */
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
      const arrived = now();
      const url = request.url ?? '/';
      const exchange = openExchange(desk.recorder, 'responses', 'websocket', arrived);
      exchange.request(
        { method: request.method ?? 'GET', url, headers: Object.keys(request.headers), bytes: 0, side: true },
        undefined,
      );
      stream.on('error', () => undefined);
      const refuse = (status: number, code?: string): Promise<void> => {
        stream.end(
          `HTTP/1.1 ${status} ${statusText[status] ?? 'Error'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        );
        if (code !== undefined) exchange.failed(code, { status }, now());
        exchange.closed(status, 0, now());
        return Promise.resolve();
      };

      const refused = refusal(request, desk.key);
      if (refused !== undefined) return refuse(refused.status, refused.reason);
      if (!(url.split('?', 1)[0] ?? '').endsWith('/responses')) return refuse(404, 'not-found');
      desk.fallback.askedForSocket(threadKey(readIdentity(desk.profile, request.headers, {})) ?? '');
      switch (desk.webSocket) {
        case 'refuse':
          // 426 tells a client to go on over HTTP (CX-8.35).
          return refuse(426, 'websocket-refused');
        case 'destroy':
          stream.destroy();
          exchange.failed('websocket-destroyed', {}, now());
          exchange.closed(undefined, 0, now());
          return Promise.resolve();
        case 'accept':
          return new Promise((resolve) => {
            // A handshake that is none is answered by the library, and ends here.
            const broken = (): void => {
              exchange.failed('upgrade-invalid', {}, now());
              exchange.closed(undefined, 0, now());
              resolve();
            };
            stream.once('close', broken);
            server.handleUpgrade(request, stream, head, (socket) => {
              stream.off('close', broken);
              void serve(desk, socket, request)
                .then((bytes) => exchange.closed(101, bytes, now()))
                .finally(resolve);
            });
          });
      }
    },
    close(): void {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/** Answers the frames of one socket in turn; settles with the bytes sent when it is closed. */
async function serve(desk: Desk, socket: WebSocket, request: IncomingMessage): Promise<number> {
  const gone = new AbortController();
  // A socket remembers its last response, whether or not the client wants it stored; no other connection knows it.
  const last = createConversations(1);
  let bytes = 0;
  let waiting = 0;
  let queue: Promise<void> = Promise.resolve();
  socket.on('error', () => undefined);
  socket.on('message', (data, binary) => {
    const arrived = now();
    waiting += 1;
    if (waiting > MAX_WAITING) {
      socket.terminate();
      return;
    }
    queue = queue
      .then(async () => {
        waiting -= 1;
        bytes += await answerFrame(desk, { socket, request, last, gone: gone.signal }, data, binary, arrived);
      })
      .catch(() => socket.terminate());
  });
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  gone.abort();
  await queue;
  return bytes;
}

interface Line {
  readonly socket: WebSocket;
  /** The request that asked for the socket. What it names may be stale; the frame's own metadata wins (CX-8.34). */
  readonly request: IncomingMessage;
  readonly last: Conversations;
  readonly gone: AbortSignal;
}

async function answerFrame(
  desk: Desk,
  line: Line,
  data: RawData,
  binary: boolean,
  arrived: bigint,
): Promise<number> {
  const { socket, request, last } = line;
  const exchange = openExchange(desk.recorder, 'responses', 'websocket', arrived);
  const text = frameText(data);
  const facts: RequestFacts = {
    method: 'response.create',
    url: request.url ?? '/',
    headers: [],
    bytes: Buffer.byteLength(text),
  };
  const refuse = (code: string, error: JsonBody): number => {
    exchange.failed(code, { status: 400 }, now());
    const sent = sendFrame(socket, { type: 'error', status: 400, ...error });
    exchange.closed(400, sent, now());
    return sent;
  };
  const body = binary ? undefined : createBody(text);
  if (body === undefined) {
    exchange.request({ ...facts, side: true }, undefined);
    return refuse('frame-not-a-request', errorBody('responses', 400));
  }
  const previous = previousOf(body);
  const whole = wholeRequest(body, (id) => last.get(id) ?? desk.stored.get(id));
  if (!whole.ok) {
    exchange.request({ ...facts, previous }, undefined);
    return refuse(whole.fault.code, previousUnknown(previous));
  }
  const sink = createSocketSink(socket);
  const played = await answerModel(desk, {
    wire: 'responses',
    facts,
    headers: request.headers,
    body: whole.value,
    exchange,
    sinkFor: () => sink,
    gone: line.gone,
    whole: (encoder) => {
      const items = [...inputItems(whole.value['input']), ...inputItems(encoder.document()['output'])];
      last.put(encoder.response, items);
      if (body['store'] !== false) desk.stored.put(encoder.response, items);
    },
  });
  // The real one forgets a response whose continuation failed.
  if (!played && previous !== undefined) last.forget(previous);
  return sink.bytes;
}

const frameText = (data: RawData): string => {
  if (Buffer.isBuffer(data)) return data.toString('utf8');
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)).toString('utf8');
};

/** The request in a frame, without the frame's own type; undefined for anything else. */
function createBody(text: string): JsonBody | undefined {
  let frame: unknown;
  try {
    frame = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isObject(frame) || frame['type'] !== 'response.create') return undefined;
  const { type: _type, ...body } = frame;
  return body;
}
