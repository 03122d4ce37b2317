import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { Recorder } from '../recorder.ts';
import { createClock } from './clock.ts';
import { createTapObserver, type TapObserver } from './observer.ts';
import { createRecordReader, recordHead, type TapRecord } from './records.ts';
import { tapRecorder, type TapClockReading } from './tap-recorder.ts';

const Hello = z.object({ name: z.string(), pid: z.int(), version: z.literal(1) });
const Spawned = z.object({ pid: z.int().min(0) });
const Exit = z.object({ code: z.int().nullable(), signal: z.string().nullable() });
const Gap = z.object({
  stream: z.enum(['toServer', 'fromServer', 'stderr']),
  chunks: z.int().min(0),
});

/** Exchanges before the first event: the best of them bounds the offset. */
const firstPings = 8;
/** Later ones, so many ms apart, make it better still. */
const laterPings = 40;
const laterEveryMs = 250;
/** Events wait for the first exchanges at most this long, ms. */
const settleMs = 500;
/** After the end of a run, wrappers may say their last words this long, ms. */
const lastWordsMs = 500;

export interface TapListenerOptions {
  readonly recorder: Recorder;
  /** A folder that only this user can enter; the socket stands in it. */
  readonly folder: string;
  /** The servers that are tapped, by name. Nobody else is heard. */
  readonly servers: readonly string[];
}

export interface TapListener {
  /** Socket path or pipe name, for the wrapper's arguments. */
  readonly address: string;
  /** One observer per wrapped process, in the order in which they came. */
  readonly taps: readonly TapObserver[];
  /** Waits for the last words of wrappers that are ending, then closes. */
  close(): Promise<void>;
}

const now = (): bigint => process.hrtime.bigint();
const jsonOf = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Listens for tap wrappers and turns what they saw into events of this capture. */
export async function openTapListener(options: TapListenerOptions): Promise<Result<TapListener>> {
  const openedAt = now();
  const taps: TapObserver[] = [];
  const instances = new Map<string, number>();
  const open = new Map<Socket, Promise<void>>();

  const admit = (name: string, present: () => TapClockReading): TapObserver => {
    const { gate } = options.recorder;
    const number = (instances.get(name) ?? 0) + 1;
    instances.set(name, number);
    const instance = gate.instance(gate.server(name), number);
    const tap = createTapObserver(tapRecorder(options.recorder, present), name, instance);
    taps.push(tap);
    return tap;
  };

  const server = createServer((socket) => {
    const closed = new Promise<void>((resolve) =>
      socket.once('close', () => {
        open.delete(socket);
        resolve();
      }),
    );
    open.set(socket, closed);
    serve(socket, openedAt, options.servers, admit);
  });
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\throughline-${randomBytes(12).toString('hex')}`
      : join(options.folder, 'tap.sock');
  const listening = await listen(server, address);
  if (!listening.ok) return listening;

  return ok({
    address,
    taps,
    close: async () => {
      const stopped = new Promise<void>((resolve) => void server.close(() => resolve()));
      const late = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, lastWordsMs);
      await Promise.all(open.values());
      clearTimeout(late);
      await stopped;
    },
  });
}

function listen(server: Server, address: string): Promise<Result<void>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        fail('tap-listen-failed', 'The side channel of the tap could not be opened.', {
          cause: error.code ?? error.message,
          next: 'Look whether the folder for temporary files can be written and its path is short.',
        }),
      ),
    );
    server.listen(address, () => resolve(ok(undefined)));
  });
}

type Admit = (name: string, present: () => TapClockReading) => TapObserver;

/** One wrapper: its clock first, then everything it saw in its order. */
function serve(socket: Socket, openedAt: bigint, servers: readonly string[], admit: Admit): void {
  const clock = createClock();
  const early: TapRecord[] = [];
  let name: string | undefined;
  let tap: TapObserver | undefined;
  let settled = false;
  let pongs = 0;
  let present: TapClockReading = { at: now(), uncertainty: 0 };
  let timer: NodeJS.Timeout | undefined;

  const ourTime = (record: TapRecord): TapClockReading => {
    const { offset, uncertainty } = clock.read() ?? { offset: 0n, uncertainty: 0n };
    return { at: record.at - offset, uncertainty: Math.ceil(Number(uncertainty) / 1000) / 1000 };
  };
  const ping = (): void => {
    if (socket.destroyed) return;
    const payload = Buffer.alloc(8);
    const sentAt = now();
    payload.writeBigInt64LE(sentAt);
    socket.write(Buffer.concat([recordHead('ping', sentAt, payload.length), payload]));
  };
  const settle = (): void => {
    clearTimeout(timer);
    if (settled) return;
    settled = true;
    const head = early[0];
    if (name === undefined || head === undefined) return;
    present = ourTime(head);
    tap = admit(name, () => present);
    for (const record of early.splice(0)) play(record);
  };
  const refuse = (): void => void socket.destroy();

  const play = (record: TapRecord): void => {
    present = ourTime(record);
    if (tap === undefined) return;
    const { at } = present;
    switch (record.kind) {
      case 'toServer':
      case 'fromServer':
        tap.chunk(record.kind, record.payload, at);
        return;
      case 'stderr':
        tap.stderrChunk(record.payload, at);
        return;
      case 'spawned': {
        const spawned = Spawned.safeParse(jsonOf(record.payload));
        if (spawned.success) tap.spawned(spawned.data.pid);
        return;
      }
      case 'exit': {
        const exit = Exit.safeParse(jsonOf(record.payload));
        if (exit.success) tap.exited(exit.data.code, exit.data.signal, at);
        return;
      }
      case 'gap': {
        const gap = Gap.safeParse(jsonOf(record.payload));
        if (gap.success) tap.gap(gap.data.stream, gap.data.chunks);
        return;
      }
      case 'hello':
      case 'toServerEnd':
      case 'fromServerEnd':
      case 'ping':
      case 'pong':
        return;
    }
  };

  const reader = createRecordReader((record) => {
    const receivedAt = now();
    clock.received(record.at, receivedAt);
    if (record.kind === 'pong' && record.payload.length === 8) {
      clock.sent(record.payload.readBigInt64LE(), record.at);
      pongs += 1;
      if (pongs === firstPings) settle();
      if (pongs < firstPings) ping();
      else if (pongs < firstPings + laterPings) setTimeout(ping, laterEveryMs).unref();
      return;
    }
    if (name === undefined) {
      const hello = record.kind === 'hello' ? Hello.safeParse(jsonOf(record.payload)) : undefined;
      if (hello?.success !== true || !servers.includes(hello.data.name)) return refuse();
      name = hello.data.name;
      // Whoever says so was started after we began to listen.
      clock.sent(openedAt, record.at);
      timer = setTimeout(settle, settleMs);
      ping();
    }
    if (settled) play(record);
    else early.push(record);
  }, refuse);

  socket.on('data', (chunk: Buffer) => reader.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    settle();
    present = { ...present, at: now() };
    tap?.lost(present.at);
  });
}
