import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import {
  descendants,
  groupAlive,
  guardGroup,
  killMarked,
  signalGroup,
  type ProcessMark,
} from '../mcp/process-tree.ts';

export interface ClientProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ClientExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ClientEnd {
  /** Processes that the client left behind and that had to be ended. */
  readonly left: number;
}

export interface RunningClient {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the client itself is gone. */
  readonly exit: Promise<ClientExit>;
  /** Settles when everything that it started is gone too. */
  readonly ended: Promise<ClientEnd>;
  /** To the client and its group. */
  signal(name: NodeJS.Signals): void;
  /** At once, everything. */
  kill(): void;
}

/** Helpers of a client that is gone may finish their sentence, ms. */
const afterMs = 1000;

/** How often the processes of a running client are looked at, ms. */
const lookEveryMs = 1000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Starts a client on the network of the machine, in a process group of its own. */
export async function launchPlain(client: ClientProcess): Promise<Result<RunningClient>> {
  const child = spawn(client.command, [...client.args], {
    cwd: client.cwd,
    env: { ...client.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid, stdout, stderr } = child;
  if (pid === undefined) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => void child.once('error', resolve));
    return startFault(error.code ?? error.message);
  }
  const release = guardGroup(pid);
  child.on('error', () => undefined);
  // Processes that leave the group are known only while their parent lives, so they are looked for while it runs.
  const marks = new Map<number, ProcessMark>();
  const look = async (): Promise<void> => {
    for (const mark of await descendants(pid)) marks.set(mark.pid, mark);
  };
  const looking = setInterval(() => void look(), lookEveryMs);
  const exit = new Promise<ClientExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const end = async (): Promise<ClientEnd> => {
    await exit;
    clearInterval(looking);
    const until = performance.now() + afterMs;
    while (groupAlive(pid) && performance.now() < until) await pause(20);
    const left = groupAlive(pid) ? 1 : 0;
    if (left > 0) signalGroup(pid, 'SIGKILL');
    await killMarked([...marks.values()]);
    release();
    return { left };
  };
  return ok({
    stdout,
    stderr,
    exit,
    ended: end(),
    signal: (name) => {
      void look();
      signalGroup(pid, name);
    },
    kill: () => void signalGroup(pid, 'SIGKILL'),
  });
}

export const startFault = (cause: string): Result<never> =>
  fail('client-not-started', 'The client could not be started.', {
    cause,
    next: 'Run throughline doctor, or remove the client from the cache and install it again.',
  });
