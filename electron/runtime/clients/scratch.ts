import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { LaunchPlan, Scratch } from './types.ts';

/** New, empty folders that only this user can enter. */
export async function createScratch(): Promise<Result<Scratch>> {
  try {
    // The real path: a client that resolves its own must find the same.
    const root = await mkdtemp(join(await realpath(tmpdir()), 'throughline-run-'));
    const scratch: Scratch = {
      root,
      home: join(root, 'home'),
      work: join(root, 'work'),
      temp: join(root, 'temp'),
    };
    await Promise.all([scratch.home, scratch.work, scratch.temp].map((folder) => mkdir(folder)));
    return ok(scratch);
  } catch (error) {
    return fail('scratch-failed', 'The folders of the run could not be made.', {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Look whether the folder for temporary files can be written.',
    });
  }
}

/** A path outside the scratch folders is a mistake in a recipe. */
function checkInside({ root }: Scratch, path: string): void {
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error(`A recipe wants to write outside its scratch folders: ${path}`);
  }
}

/** Lays out the client's configuration. */
export async function writePlan(scratch: Scratch, plan: LaunchPlan): Promise<void> {
  for (const folder of plan.folders ?? []) {
    checkInside(scratch, folder);
    await mkdir(folder, { recursive: true });
  }
  for (const { path, text } of plan.files) {
    checkInside(scratch, path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: 0o600 });
  }
}

/** A client that was just killed may still hold a file for a moment (Windows). */
export const removeScratch = ({ root }: Scratch): Promise<void> =>
  rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
