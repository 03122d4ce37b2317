import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, type Result } from '../../../shared/fault.ts';
import { isErrno } from '../files.ts';

/** A lock is held for milliseconds; one that old was left by a crash. */
const staleMs = 10_000;
const patienceMs = 5000;
const pauseMs = 25;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
};

/** Whether the holder is gone; a lock without a readable holder is judged by its age. */
const isStale = async (lock: string): Promise<boolean> => {
  try {
    const pid = Number(await readFile(lock, 'utf8'));
    if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) return true;
    return Date.now() - (await stat(lock)).mtimeMs > staleMs;
  } catch {
    return false; // Released meanwhile.
  }
};

/** Runs `work` while no other process of ours changes `path`. */
export const withFileLock = async <T>(path: string, work: () => Promise<Result<T>>): Promise<Result<T>> => {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true });
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      const file = await open(lock, 'wx', 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      break;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) {
        return fail('folder-not-writable', `"${dirname(path)}" cannot be written.`, {
          cause: error instanceof Error ? error.message : undefined,
          next: 'Check the rights of the folder, or set THROUGHLINE_HOME to another one.',
        });
      }
    }
    if (await isStale(lock)) await rm(lock, { force: true });
    else if (performance.now() > until) {
      return fail('file-locked', `Another Throughline is changing "${path}".`, {
        next: `Try again. If none is running, remove "${lock}".`,
      });
    } else await wait(pauseMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
};
