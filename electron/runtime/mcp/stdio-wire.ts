import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { formatJson } from '../../../shared/json.ts';
import { finding } from './findings.ts';
import { createLines } from './lines.ts';
import type { Recording } from './recording.ts';
import {
  defaultGrace,
  startProcess,
  within,
  type Grace,
  type ProcessExit,
  type ProcessSpec,
  type ServerProcess,
} from './server-process.ts';
import { createStderrLog, floodBytes, type StderrLog } from './stderr-log.ts';
import type { Tap } from './tap.ts';
import { forClient, plain, type Wire, type WireEnd } from './wire.ts';
import { sentence } from './sentence.ts';

/** How long after a broken pipe the news of the exit may take, ms. */
const exitNewsMs = 2000;

/** Longest frame that is read, bytes. */
export const maxFrameBytes = 64 * 1024 * 1024;

export interface StdioWire extends Wire {
  readonly kind: 'stdio';
  readonly pid: number;
  readonly stderr: StderrLog;
}

interface StdioOptions {
  readonly spec: ProcessSpec;
  readonly tap: Tap;
  readonly recording: Recording;
  readonly now: () => bigint;
  readonly grace?: Grace | undefined;
  readonly maxFrameBytes?: number | undefined;
}

const exitFault = (server: string, exit: ProcessExit, lastLine: string | undefined): Fault => {
  const how = exit.signal === null ? `with code ${exit.code ?? 'unknown'}` : `on ${exit.signal}`;
  return fault('server-exited', `The server "${server}" exited ${how}.`, {
    cause: lastLine === undefined ? undefined : sentence(`Its last words: ${lastLine}`),
    next: 'Run the command in a terminal to see what it needs, then connect again.',
  });
};

export const closedByUs = fault('connection-closed', 'The connection was closed.', {
  next: 'Connect again.',
});

/** Starts the server and speaks newline-delimited JSON with it. */
export const startStdioWire = async (options: StdioOptions): Promise<Result<StdioWire>> => {
  const { tap, recording, now } = options;
  const grace = options.grace ?? defaultGrace;
  let flooded = 0;

  const lines = createLines(
    options.maxFrameBytes ?? maxFrameBytes,
    {
      onLine: (line, at, terminated) => {
        if (!terminated) tap.find(finding('frame-unterminated'));
        for (const message of tap.received(line, at)) deliver(forClient(message));
      },
      onLong: (line, at) => {
        const message = tap.receivedLong(line, at);
        if (message !== undefined) deliver(forClient(message));
      },
    },
    () => child.output,
  );

  const stderr = createStderrLog((counts) => {
    recording.stderr(counts);
    flooded += counts.bytes;
    if (flooded - counts.bytes < floodBytes && flooded >= floodBytes) tap.find(finding('stderr-flood'));
  });

  const started = await startProcess(options.spec, {
    onStdout: (chunk) => lines.push(chunk, now()),
    onStderr: (chunk) => stderr.push(chunk, now()),
  });
  if (!started.ok) return started;
  const child: ServerProcess = started.value;
  recording.process('spawned', child.pid);

  let wanted = false;
  let finish: (end: WireEnd) => void = () => undefined;
  const ended = new Promise<WireEnd>((resolve) => (finish = resolve));

  const followExit = async (): Promise<void> => {
    const exit = await child.exit;
    const at = now();
    lines.end(at);
    stderr.end(at);
    recording.process(exit.killed ? 'killed' : 'exited', child.pid, exit);
    if (exit.killed && wanted) tap.find(finding('exit-ignored'));
    const reason = wanted ? closedByUs : exitFault(recording.server, exit, stderr.last());
    tap.failAll(reason, wanted);
    finish(wanted ? { wanted } : { wanted, fault: reason });
    wire.onclose?.();
    // Helpers that the server left behind in its group.
    if (!wanted) await child.end(grace);
  };
  void followExit();

  const end = async (other?: Grace): Promise<void> => {
    wanted = true;
    await child.end(other ?? grace);
    await ended;
  };

  const wire: StdioWire = {
    kind: 'stdio',
    pid: child.pid,
    stderr,
    ended,
    start: () => Promise.resolve(),
    send: async (message: JSONRPCMessage) => {
      const text = formatJson(message);
      const facts = plain(message);
      tap.register(facts);
      const at = now();
      const written = child.write(`${text}
`);
      tap.sent(facts, Buffer.from(text), at);
      // A pipe breaks before the exit behind it is heard of; the exit is the better explanation.
      await written.catch(async (error: unknown) => {
        await within(ended, exitNewsMs);
        throw error;
      });
    },
    close: () => end(),
    end,
  };
  const deliver = (message: JSONRPCMessage): void => wire.onmessage?.(message);
  return ok(wire);
};
