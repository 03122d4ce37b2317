import type { ServerResponse } from 'node:http';
import { formatJson } from '../../../shared/json.ts';
import { dataText, type WireEvent } from './wire-events.ts';

/** Where the events of one reply go. A socket transport is another one of these. */
export interface Sink {
  /** True when the client is gone. */
  readonly gone: boolean;
  readonly bytes: number;
  readonly status: number | undefined;
  /** Resolves when the event's bytes are with the system, or the client is gone. */
  send(event: WireEvent): Promise<void>;
  /** Ends a streamed reply. */
  end(): void;
  /** Ends a reply that is not whole, in good order all the same. */
  stop(): void;
  /** Answers with an error instead of a stream. */
  refuse(status: number, body: object): void;
  /** Cuts the connection without another word. */
  cut(): void;
}

const head = (response: ServerResponse, status: number, headers: Record<string, string>): void => {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers });
};

/** One JSON document as an answer; returns its bytes. */
export function sendJson(response: ServerResponse, status: number, body: object): number {
  const text = formatJson(body);
  head(response, status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  response.end(text);
  return Buffer.byteLength(text);
}

/** Server-sent events over HTTP. Nagle is off, so that every event leaves by itself. */
export function createSseSink(response: ServerResponse, headers: Record<string, string>): Sink {
  let bytes = 0;
  let status: number | undefined;
  response.socket?.setNoDelay(true);
  const begin = (): void => {
    if (status !== undefined) return;
    status = 200;
    head(response, 200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
  };
  const gone = (): boolean => response.destroyed || response.socket === null || response.writableEnded;

  return {
    get gone() {
      return gone();
    },
    get bytes() {
      return bytes;
    },
    get status() {
      return status;
    },
    send: async (event) => {
      if (gone()) return;
      begin();
      const text = `${event.name === undefined ? '' : `event: ${event.name}\n`}data: ${dataText(event)}\n\n`;
      bytes += Buffer.byteLength(text);
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          response.off('close', settle);
          resolve();
        };
        response.once('close', settle);
        // Called when the bytes are with the system, late when the client is slow.
        response.write(text, settle);
      });
    },
    end: () => void response.end(),
    stop: () => {
      begin();
      response.end();
    },
    refuse: (code, body) => {
      status = code;
      bytes += sendJson(response, code, body);
    },
    cut: () => void response.destroy(),
  };
}

/** For a request that does not stream: nothing leaves until the reply is whole. */
export function createDocumentSink(response: ServerResponse, document: () => object): Sink {
  let bytes = 0;
  let status: number | undefined;
  const answer = (code: number, body: object): void => {
    status = code;
    bytes += sendJson(response, code, body);
  };
  return {
    get gone() {
      return response.destroyed || response.writableEnded;
    },
    get bytes() {
      return bytes;
    },
    get status() {
      return status;
    },
    send: () => Promise.resolve(),
    end: () => answer(200, document()),
    stop: () => {
      status = 200;
      head(response, 200, { 'content-length': '0' });
      response.end();
    },
    refuse: answer,
    cut: () => void response.destroy(),
  };
}
