import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clientFolder, clientsFolder } from './cache.ts';
import { clientOnPath } from './locate.ts';
import { thisPlatform } from './platform.ts';
import { recipes } from './recipes/index.ts';
import type { ClientRecipe } from './types.ts';

/** What a person may choose from: pinned versions, and the client of this machine where there is one. */
export interface ClientPlaces {
  readonly recipe: ClientRecipe;
  /** False where no build exists for this system. */
  readonly runsHere: boolean;
  readonly pinned: readonly { readonly version: string; readonly installed: boolean }[];
  /** Versions in the cache that are not pinned. */
  readonly others: readonly string[];
  /** The program on PATH; its version is asked for when it is wanted. */
  readonly onPath: string | undefined;
}

/** Every client, and where it could come from. Starts and installs nothing. */
export async function clientOffers(
  cache: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly ClientPlaces[]> {
  const folders = await readdir(clientsFolder(cache)).catch(() => []);
  return Promise.all(
    recipes.map(async (recipe) => {
      const entry = recipe.entry(thisPlatform());
      const found = await clientOnPath(recipe, env);
      const isInstalled = (version: string): boolean =>
        entry !== undefined && existsSync(join(clientFolder(cache, recipe, version), entry.path));
      return {
        recipe,
        runsHere: entry !== undefined,
        pinned: recipe.versions.map((version) => ({ version, installed: isInstalled(version) })),
        others: folders
          .filter((name) => name.startsWith(`${recipe.id}@`) && !name.endsWith('.partial'))
          .map((name) => name.slice(recipe.id.length + 1))
          .filter((version) => !recipe.versions.includes(version) && isInstalled(version))
          .toSorted(),
        onPath: found.ok ? found.value.command : undefined,
      };
    }),
  );
}
