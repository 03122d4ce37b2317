/** A side channel for tests: what a wrapper says, kept as it came. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../../shared/json.ts';
import { createRecordReader, type RecordKind } from './records.ts';

export interface TestChannel {
  readonly address: string;
  /** Payloads of one kind, joined. */
  bytes(kind: RecordKind): Buffer;
  json(kind: RecordKind): unknown[];
  readonly sockets: readonly Socket[];
  /** Bytes that came in all. */
  received(): number;
  /** Starts to read, where it was told to wait. */
  resume(): void;
  close(): Promise<void>;
}

export async function testChannel(options: { readonly paused?: boolean } = {}): Promise<TestChannel> {
  const folder = mkdtempSync(join(tmpdir(), 'tap-'));
  const address =
    process.platform === 'win32' ? `\\\\.\\pipe\\tap-test-${randomUUID()}` : join(folder, 'tap.sock');
  const seen: { kind: RecordKind; payload: Buffer }[] = [];
  const sockets: Socket[] = [];
  let received = 0;
  const server = createServer({ pauseOnConnect: options.paused === true }, (socket) => {
    sockets.push(socket);
    const reader = createRecordReader(
      ({ kind, payload }) => seen.push({ kind, payload: Buffer.from(payload) }),
      () => socket.destroy(),
    );
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      reader.push(chunk);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => void server.listen(address, resolve));
  const payloads = (kind: RecordKind): Buffer[] =>
    seen.filter((record) => record.kind === kind).map(({ payload }) => payload);
  return {
    address,
    sockets,
    bytes: (kind) => Buffer.concat(payloads(kind)),
    json: (kind) => payloads(kind).map((payload) => parseJson(payload.toString('utf8'))),
    received: () => received,
    resume: () => sockets.forEach((socket) => socket.resume()),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
