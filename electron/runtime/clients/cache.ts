import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClientRecipe } from './types.ts';

/** Where installed clients are kept: `THROUGHLINE_CACHE`, else the platform's folder for caches. */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const chosen = env['THROUGHLINE_CACHE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Caches', 'Throughline');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Throughline', 'Cache');
    default:
      return join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'throughline');
  }
}

/** Where all installed clients stand. */
export const clientsFolder = (cache: string): string => join(cache, 'clients');

/** The folder of one version of one client; it exists only when the installation was finished. */
export const clientFolder = (cache: string, recipe: ClientRecipe, version: string): string =>
  join(clientsFolder(cache), `${recipe.id}@${version}`);
