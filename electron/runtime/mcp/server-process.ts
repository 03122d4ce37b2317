import crossSpawn from 'cross-spawn';
import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { LineSource } from './lines.ts';
import { sentence } from './sentence.ts';
import { descendants, groupAlive, guardGroup, killMarked, signalGroup } from './process-tree.ts';

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** We had to use a signal. */
  readonly killed: boolean;
}

/** How long each step of an ending may take, in milliseconds. */
export interface Grace {
  /** After the end of its input, before SIGTERM. */
  readonly inputMs: number;
  /** After SIGTERM, before SIGKILL. */
  readonly termMs: number;
  /** For helpers of its group, once the process itself is gone. */
  readonly groupMs: number;
}

export const defaultGrace: Grace = { inputMs: 700, termMs: 1500, groupMs: 300 };

interface ProcessHandlers {
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
}

export interface ServerProcess {
  readonly pid: number;
  /** What it writes to its standard output can be held up. */
  readonly output: LineSource;
  /** Resolves when the bytes may leave; rejects when the pipe is gone. */
  write(text: string): Promise<void>;
  /** Settles when the process is gone and its output was read. */
  readonly exit: Promise<ProcessExit>;
  /** Ends it step by step: end of input, SIGTERM, SIGKILL, each to the whole group; then those that left the group. */
  end(grace?: Grace): Promise<ProcessExit>;
}

/** A helper may hold the output pipe for ever; after an exit we read on for this long, in milliseconds. */
const drainMs = 250;

/** Whether a promise settles within so many milliseconds. */
export const within = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

const groupGone = async (leader: number, ms: number): Promise<boolean> => {
  const until = performance.now() + ms;
  while (groupAlive(leader)) {
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
};

const spawnFault = (error: NodeJS.ErrnoException, spec: ProcessSpec) => {
  switch (error.code) {
    case 'ENOENT':
      return fail('command-not-found', `The command "${spec.command}" was not found.`, {
        next: /\s/.test(spec.command)
          ? 'It has a space in it: if arguments follow the program, give each of them by itself. Otherwise install it, or give its full path.'
          : 'Install it, or give its full path. A program started from the desktop may see a shorter PATH than a terminal.',
      });
    case 'EACCES':
      return fail('command-not-executable', `The command "${spec.command}" may not be run.`, {
        next: 'Make the file executable.',
      });
    default:
      return fail('spawn-failed', `The command "${spec.command}" could not be started.`, {
        cause: sentence(error.code ?? error.message),
      });
  }
};

/** Starts a server in a process group of its own. Output is read from the first moment, so no pipe can fill. */
export const startProcess = async (
  spec: ProcessSpec,
  handlers: ProcessHandlers,
): Promise<Result<ServerProcess>> => {
  if (spec.cwd !== undefined && !existsSync(spec.cwd)) {
    return fail('folder-not-found', `The working folder "${spec.cwd}" does not exist.`, {
      next: 'Correct the folder in the server settings.',
    });
  }
  const child = crossSpawn(spec.command, [...spec.args], {
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    env: { ...spec.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || stdin === null || stdout === null || stderr === null) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => child.once('error', resolve));
    return spawnFault(error, spec);
  }
  const release = guardGroup(pid);
  child.on('error', () => undefined); // A failed kill; the exit tells the rest.
  stdin.on('error', () => undefined); // EPIPE: told to whoever writes.
  stdout.on('data', handlers.onStdout);
  stderr.on('data', handlers.onStderr);

  let signalled = false;
  const ended = (stream: NodeJS.ReadableStream) =>
    new Promise<void>((resolve) => stream.once('close', resolve));
  const drained = Promise.all([ended(stdout), ended(stderr)]);
  const gone = new Promise<Omit<ProcessExit, 'killed'>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const exit = gone.then(async (how) => {
    await within(drained, drainMs);
    stdout.removeAllListeners('data').resume();
    stderr.removeAllListeners('data').resume();
    return { ...how, killed: signalled };
  });

  const send = (name: NodeJS.Signals): void => {
    signalled = true;
    signalGroup(pid, name);
  };

  const endSteps = async (grace: Grace): Promise<ProcessExit> => {
    const marks = child.exitCode === null && child.signalCode === null ? await descendants(pid) : [];
    stdin.end();
    if (!(await within(gone, grace.inputMs))) {
      send('SIGTERM');
      if (!(await within(gone, grace.termMs))) {
        send('SIGKILL');
        await gone;
      }
    }
    if (!(await groupGone(pid, grace.groupMs / 3))) {
      signalGroup(pid, 'SIGTERM');
      if (!(await groupGone(pid, grace.groupMs))) signalGroup(pid, 'SIGKILL');
    }
    await killMarked(marks);
    release();
    stdout.destroy();
    stderr.destroy();
    return exit;
  };

  let ending: Promise<ProcessExit> | undefined;
  return ok({
    pid,
    output: stdout,
    exit,
    end: (grace = defaultGrace) => (ending ??= endSteps(grace)),
    write: (text) =>
      new Promise((resolve, reject) => {
        if (!stdin.writable) return reject(new Error('The input of the server is closed.'));
        const drainedNow = stdin.write(text, (error) => {
          if (error) reject(error);
          else if (!drainedNow) resolve();
        });
        if (drainedNow) resolve();
      }),
  });
};
