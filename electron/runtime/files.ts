import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, type Result } from '../../shared/fault.ts';

/** Writes a file whole or not at all: a reader sees the old text or the new one, never a part. */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What to say of a file that could not be written. */
export const notWritten = (path: string, error: unknown): Result<never> =>
  fail('file-not-written', `"${path}" could not be written.`, {
    cause: error instanceof Error ? error.message : undefined,
    next: 'Check the disk and the rights of the folder.',
  });

/** The text of a file, or undefined when there is none. Other errors are thrown. */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

export const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
