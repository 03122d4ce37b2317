import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { isObject, parseJson } from '../../shared/json.ts';

/** A request as it passed by, raw. */
export type RawRequest =
  | {
      readonly over: 'http';
      readonly method: string;
      readonly url: string;
      readonly headers: Record<string, string>;
      readonly body: Record<string, unknown> | null;
    }
  | {
      readonly over: 'socket';
      readonly socket: number;
      readonly url: string;
      readonly headers: Record<string, string>;
    }
  | { readonly over: 'frame'; readonly socket: number; readonly body: Record<string, unknown> };

export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  readonly close: () => Promise<void>;
}

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  );

function jsonBody(bytes: Buffer, encoding: string | undefined): Record<string, unknown> | null {
  if (bytes.length === 0) return null;
  const plain =
    encoding === 'zstd' ? zstdDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  const value = parseJson(plain.toString('utf8'));
  return isObject(value) ? value : null;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Stands between a client and the provider, passes everything on, and keeps what the client sent. */
export async function recordingProxy(upstream: string): Promise<RecordingProxy> {
  const requests: RawRequest[] = [];
  const target = new URL(upstream);
  const sockets = new WebSocketServer({ noServer: true });
  let opened = 0;

  const server = createServer((incoming, outgoing) => {
    void readAll(incoming).then((bytes) => {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = jsonBody(bytes, headers['content-encoding']);
      requests.push({ over: 'http', method, url, headers: flat(headers), body });
      const onward = send(
        {
          host: target.hostname,
          port: target.port,
          method,
          path: url,
          headers: { ...headers, host: target.host },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      onward.end(bytes);
    });
  });

  server.on('upgrade', (incoming, stream, head) => {
    const { url = '/', headers } = incoming;
    opened += 1;
    const socket = opened;
    requests.push({ over: 'socket', socket, url, headers: flat(headers) });
    const onward = new WebSocket(`ws://${target.host}${url}`, {
      headers: Object.fromEntries(
        Object.entries(flat(headers)).filter(
          ([name]) => !/^(host|connection|upgrade|sec-websocket-.*)$/.test(name),
        ),
      ),
    });
    onward.once('error', () => stream.destroy());
    onward.once('open', () => {
      sockets.handleUpgrade(incoming, stream, head, (near) => {
        near.on('message', (data: Buffer, binary) => {
          const frame: unknown = parseJson(data.toString('utf8'));
          if (isObject(frame)) requests.push({ over: 'frame', socket, body: frame });
          onward.send(data, { binary });
        });
        onward.on('message', (data: Buffer, binary) => near.send(data, { binary }));
        near.on('close', () => onward.close());
        onward.on('close', () => near.close());
        near.on('error', () => undefined);
        onward.on('error', () => undefined);
      });
    });
  });

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
