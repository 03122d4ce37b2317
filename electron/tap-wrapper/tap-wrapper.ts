import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import {
  createRecordReader,
  recordHead,
  type RecordKind,
  type TappedStream,
} from '../runtime/tap/records.ts';

// Stands between a client and its stdio server: every byte goes on at once and unchanged, and a copy of it goes to the
// inspector. Nothing that happens to the copy can reach the client or the server.
//
//   tap-wrapper --channel PATH --name NAME [--settings FILE] -- COMMAND ARGS…

/** Copies that wait for a slow inspector, bytes; what comes on top is counted instead. */
const maxQueued = 64 * 1024 * 1024;
/** How long the end waits for the last copies, ms. */
const flushMs = 300;
/** A helper may hold the server's output for ever; after the server's exit we read on for this long, ms. */
const drainMs = 250;

const now = (): bigint => process.hrtime.bigint();

interface Arguments {
  readonly channel: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly settings?: string;
}

function readArguments(argv: readonly string[]): Arguments | undefined {
  const dashes = argv.indexOf('--');
  const [channelFlag, channel, nameFlag, name, settingsFlag, settings] = argv.slice(0, dashes);
  const [command, ...args] = argv.slice(dashes + 1);
  if (channelFlag !== '--channel' || nameFlag !== '--name' || dashes === -1) return undefined;
  if (settingsFlag !== undefined && (settingsFlag !== '--settings' || settings === undefined))
    return undefined;
  if (channel === undefined || name === undefined || command === undefined) return undefined;
  return { channel, name, command, args, ...(settings === undefined ? {} : { settings }) };
}

/** Environment and working folder of the server, on top of what the client gives. */
async function readSettings(
  file: string | undefined,
): Promise<{ readonly env: NodeJS.ProcessEnv; readonly cwd?: string | undefined }> {
  if (file === undefined) return { env: process.env };
  // Loaded only where it is needed: every tapped server waits for this program to start.
  const { WrapSettings } = await import('../runtime/tap/wrap-settings.ts');
  const { env, cwd } = WrapSettings.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { env: { ...process.env, ...env }, cwd };
}

/** The side channel. It may be missing, slow or gone at any time. */
function openChannel(address: string) {
  const socket = connect(address);
  const missed = new Map<TappedStream, { chunks: number; bytes: number }>();
  let broken = false;

  const write = (kind: RecordKind, at: bigint, payload: Buffer): void => {
    socket.cork();
    socket.write(recordHead(kind, at, payload.length));
    if (payload.length > 0) socket.write(payload);
    socket.uncork();
  };
  const tell = (kind: RecordKind, at: bigint, fact?: object): void => {
    if (!broken) write(kind, at, fact === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(fact)));
  };
  const tellMissed = (at: bigint): void => {
    for (const [stream, count] of missed) tell('gap', at, { stream, ...count });
    missed.clear();
  };

  const reader = createRecordReader(
    (record) => {
      if (record.kind === 'ping' && !broken) write('pong', now(), record.payload);
    },
    () => socket.destroy(),
  );
  socket.on('data', (chunk: Buffer) => reader.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => (broken = true));

  return {
    tell,
    copy: (stream: TappedStream, at: bigint, chunk: Buffer): void => {
      if (broken) return;
      if (socket.writableLength > maxQueued) {
        const before = missed.get(stream) ?? { chunks: 0, bytes: 0 };
        missed.set(stream, { chunks: before.chunks + 1, bytes: before.bytes + chunk.length });
        return;
      }
      if (missed.size > 0) tellMissed(at);
      write(stream, at, chunk);
    },
    end: (): Promise<void> =>
      new Promise((resolve) => {
        if (broken) return resolve();
        tellMissed(now());
        socket.once('close', resolve);
        socket.end();
        setTimeout(resolve, flushMs);
      }),
  };
}

/** A standard stream that can be closed, as `process.stdout` cannot, and that never blocks this process. */
function outlet(fd: 1 | 2): Writable {
  try {
    return new Socket({ fd, readable: false, writable: true });
  } catch {
    return fd === 1 ? process.stdout : process.stderr; // A terminal or a file.
  }
}

/** Passes bytes on, no faster than they are taken; then shows them to `copy`. */
function forward(from: Readable, to: Writable, copy: (at: bigint, chunk: Buffer) => void): void {
  from.on('data', (chunk: Buffer) => {
    const at = now();
    if (!to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    copy(at, chunk);
  });
  from.on('error', () => undefined);
  // Whoever wrote must learn that nobody reads any more.
  to.on('error', () => from.destroy());
  to.on('close', () => from.destroy());
}

const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** Ends as the server ended. */
function leave(code: number | null, signal: NodeJS.Signals | null): void {
  if (signal === null) process.exit(code ?? 1);
  for (const name of forwarded) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // Should the signal not end this process, the usual number says which it was.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
}

/** Waits until the server's output is through: to its end, or until only a silent helper still holds it. */
async function drained(closed: Promise<boolean>, output: Writable, lastByteAt: () => bigint): Promise<void> {
  const pause = (): Promise<false> =>
    new Promise((resolve) => void setTimeout(() => resolve(false), drainMs).unref());
  for (;;) {
    if (await Promise.race([closed, pause()])) return;
    const silentMs = Number(now() - lastByteAt()) / 1e6;
    if (silentMs >= drainMs && !output.writableNeedDrain) return;
  }
}

const ended = (stream: Writable): Promise<void> => new Promise((resolve) => void stream.end(() => resolve()));

async function run({ channel: address, name, command, args, settings }: Arguments): Promise<void> {
  const channel = openChannel(address);
  channel.tell('hello', now(), { name, pid: process.pid, version: 1 });

  // Only on Windows are commands scripts that need a shell.
  const start = process.platform === 'win32' ? (await import('cross-spawn')).default : spawn;
  const server = start(command, [...args], {
    ...(await readSettings(settings)),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const { stdin, stdout, stderr } = server;
  const notStarted = async (error: NodeJS.ErrnoException): Promise<void> => {
    if (server.pid !== undefined) return; // A failed kill; the exit tells the rest.
    process.stderr.write(`tap: "${command}" could not be started: ${error.code ?? error.message}\n`);
    channel.tell('exit', now(), { code: 127, signal: null });
    await channel.end();
    process.exit(127);
  };
  server.on('error', (error) => void notStarted(error));
  if (server.pid === undefined || stdin === null || stdout === null || stderr === null) return;
  channel.tell('spawned', now(), { pid: server.pid });

  const [output, errors] = [outlet(1), outlet(2)];
  let lastByteAt = now();
  forward(process.stdin, stdin, (at, chunk) => channel.copy('toServer', at, chunk));
  forward(stdout, output, (at, chunk) => {
    lastByteAt = at;
    channel.copy('fromServer', at, chunk);
  });
  forward(stderr, errors, (at, chunk) => channel.copy('stderr', at, chunk));
  process.stdin.on('end', () => {
    stdin.end();
    channel.tell('toServerEnd', now());
  });
  stdout.on('end', () => {
    output.end();
    channel.tell('fromServerEnd', now());
  });
  for (const signal of forwarded) {
    try {
      process.on(signal, () => void server.kill(signal));
    } catch {
      // Not a signal of this system.
    }
  }

  const closed = new Promise<true>((resolve) => server.once('close', () => resolve(true)));
  const [code, signal, at] = await new Promise<[number | null, NodeJS.Signals | null, bigint]>((resolve) =>
    server.once('exit', (...how) => resolve([...how, now()])),
  );
  await drained(closed, output, () => lastByteAt);
  channel.tell('exit', at, { code, signal });
  await Promise.all([ended(output), ended(errors), channel.end()]);
  leave(code, signal);
}

const parsed = readArguments(process.argv.slice(2));
if (parsed === undefined) {
  process.stderr.write('usage: tap-wrapper --channel PATH --name NAME [--settings FILE] -- COMMAND ARGS…\n');
  process.exit(2);
}
await run(parsed);
