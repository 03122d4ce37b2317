import { fail, ok, type Result } from '../../../shared/fault.ts';
import { installClient, type InstallProgress } from './install.ts';
import { clientOnPath, pinnedClient, type LocatedClient } from './locate.ts';
import type { ClientRecipe } from './types.ts';
import { readVersion } from './version.ts';

/** Stands for a version where the program on PATH is meant. */
export const ON_PATH = 'path';

export interface FindOptions {
  readonly recipe: ClientRecipe;
  /** Exact, or `path`; the newest pinned one when left out. */
  readonly version?: string | undefined;
  readonly cache: string;
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly onProgress?: ((version: string, progress: InstallProgress) => void) | undefined;
}

/** A client that can be started: from PATH where that was asked for, else from the cache, installed when it is missing. */
export async function findClient(options: FindOptions): Promise<Result<LocatedClient>> {
  const { recipe, signal, env = process.env } = options;
  if (options.version === ON_PATH) {
    const found = await clientOnPath(recipe, env);
    return found.ok ? readVersion(found.value) : found;
  }
  const version = options.version ?? recipe.versions.at(-1);
  if (version === undefined) return fail('client-unknown', `No version of ${recipe.title} is known.`);
  const installed = await installClient({
    recipe,
    version,
    cache: options.cache,
    signal,
    env,
    onProgress: (progress) => options.onProgress?.(version, progress),
  });
  if (installed.ok) return ok(pinnedClient(recipe, version, installed.value));
  if (installed.fault.code !== 'client-install-failed' && installed.fault.code !== 'npm-not-found')
    return installed;
  const here = await clientOnPath(recipe, env);
  if (!here.ok) return installed;
  const next = `The one on PATH can be probed instead: ${recipe.id}@${ON_PATH}.`;
  return { ok: false, fault: { ...installed.fault, next } };
}
