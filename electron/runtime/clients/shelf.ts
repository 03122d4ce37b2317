import { rm } from 'node:fs/promises';
import type { ClientOffer, ClientVersion } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { createStateStream, type Watchable } from '../state-stream.ts';
import { clientFolder } from './cache.ts';
import { exactVersion, installClient, type InstallProgress } from './install.ts';
import { clientOnPath } from './locate.ts';
import { clientOffers, type ClientPlaces } from './offers.ts';
import { recipeOf } from './recipes/index.ts';
import type { ClientId, ClientRecipe } from './types.ts';
import { readVersion } from './version.ts';

/** The clients of this machine as people see them: what is there, what is being installed. */
export interface ClientShelf {
  readonly offers: Watchable<ClientOffer[]>;
  /** Looks again. `versions` starts each program on PATH once, in isolation, to ask which version it is. */
  look(options?: { readonly versions?: boolean }): Promise<ClientOffer[]>;
  install(which: ClientVersion, signal: AbortSignal): Promise<Result<ClientOffer>>;
  remove(which: ClientVersion): Promise<Result<ClientOffer>>;
  /** An installation that somebody else runs. */
  progress(id: ClientId, version: string, progress: InstallProgress): void;
}

export function createClientShelf(cache: string, env: NodeJS.ProcessEnv = process.env): ClientShelf {
  let places: readonly ClientPlaces[] = [];
  const installing = new Map<ClientId, { version: string; elapsedMs: number }>();
  const versions = new Map<string, string>();

  const offers = createStateStream<ClientOffer[]>(() => places.map(toOffer));

  const toOffer = ({ recipe, runsHere, pinned, others, onPath }: ClientPlaces): ClientOffer => {
    const { id, title, package: name, licence, ways, modelClasses } = recipe;
    const busy = installing.get(id);
    const version = onPath === undefined ? undefined : versions.get(onPath);
    return {
      id,
      title,
      package: name,
      licence,
      runsHere,
      pinned: [...pinned],
      others: [...others],
      ways: [...ways],
      modelClasses: [...modelClasses],
      ...(onPath === undefined
        ? {}
        : { onPath: { command: onPath, ...(version === undefined ? {} : { version }) } }),
      ...(busy === undefined ? {} : { installing: busy }),
    };
  };

  const askVersion = async ({ recipe, onPath }: ClientPlaces): Promise<void> => {
    if (onPath === undefined || versions.has(onPath)) return;
    const found = await clientOnPath(recipe, env);
    const known = found.ok ? await readVersion(found.value) : found;
    if (known.ok) versions.set(onPath, known.value.version);
  };

  const look = async (options: { readonly versions?: boolean } = {}): Promise<ClientOffer[]> => {
    places = await clientOffers(cache, env);
    if (options.versions === true) await Promise.all(places.map(askVersion));
    offers.changed();
    return offers.get();
  };

  const offerOf = async (id: ClientId): Promise<Result<ClientOffer>> => {
    const offer = (await look()).find((one) => one.id === id);
    return offer === undefined ? fail('client-unknown', `There is no client "${id}".`) : ok(offer);
  };

  const named = ({ id, version }: ClientVersion): Result<{ recipe: ClientRecipe; version: string }> => {
    const recipe = recipeOf(id);
    const wanted = version ?? recipe?.versions.at(-1);
    if (recipe === undefined || wanted === undefined)
      return fail('client-unknown', `There is no client "${id}".`);
    return ok({ recipe, version: wanted });
  };

  const progress: ClientShelf['progress'] = (id, version, { step, elapsedMs }) => {
    if (step === 'installing') installing.set(id, { version, elapsedMs });
    else if (!installing.delete(id)) return;
    offers.changed();
  };

  return {
    offers,
    look,
    progress,

    install: async (which, signal) => {
      const wanted = named(which);
      if (!wanted.ok) return wanted;
      const { recipe, version } = wanted.value;
      const installed = await installClient({
        recipe,
        version,
        cache,
        signal,
        env,
        onProgress: (one) => progress(recipe.id, version, one),
      });
      installing.delete(recipe.id);
      const offer = await offerOf(recipe.id);
      return installed.ok ? offer : installed;
    },

    remove: async (which) => {
      const wanted = named(which);
      if (!wanted.ok) return wanted;
      const { recipe, version } = wanted.value;
      const present = (await clientOffers(cache, env)).find((one) => one.recipe === recipe);
      const here = [
        ...(present?.pinned ?? []).filter(({ installed }) => installed).map((one) => one.version),
        ...(present?.others ?? []),
      ];
      if (!exactVersion.test(version) || !here.includes(version)) {
        return fail('client-not-installed', `${recipe.title} ${version.slice(0, 60)} is not in the cache.`, {
          next: here.length === 0 ? 'Nothing of it is.' : `There is: ${here.join(', ')}.`,
        });
      }
      await rm(clientFolder(cache, recipe, version), { recursive: true, force: true });
      return offerOf(recipe.id);
    },
  };
}
