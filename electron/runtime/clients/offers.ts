import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clientFolder } from './cache.ts';
import { clientOnPath } from './locate.ts';
import { thisPlatform } from './platform.ts';
import { recipes } from './recipes/index.ts';
import type { ClientRecipe } from './types.ts';

/** What a person may choose from: pinned versions, and the client of this machine where there is one. */
export interface ClientOffer {
  readonly recipe: ClientRecipe;
  /** False where no build exists for this system. */
  readonly runsHere: boolean;
  readonly pinned: readonly { readonly version: string; readonly installed: boolean }[];
  /** The program on PATH; its version is asked for when it is wanted. */
  readonly onPath: string | undefined;
}

/** Every client, and where it could come from. Starts and installs nothing. */
export async function clientOffers(
  cache: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly ClientOffer[]> {
  return Promise.all(
    recipes.map(async (recipe) => {
      const entry = recipe.entry(thisPlatform());
      const found = await clientOnPath(recipe, env);
      return {
        recipe,
        runsHere: entry !== undefined,
        pinned: recipe.versions.map((version) => ({
          version,
          installed:
            entry !== undefined && existsSync(join(clientFolder(cache, recipe, version), entry.path)),
        })),
        onPath: found.ok ? found.value.command : undefined,
      };
    }),
  );
}
