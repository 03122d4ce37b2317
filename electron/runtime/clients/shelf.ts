import { rm } from 'node:fs/promises';
import type { ClientOffer, ClientVersion } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { createStateStream, type Watchable } from '../state-stream.ts';
import { clientFolder } from './cache.ts';
import { folderBytes } from './disk.ts';
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
  /** Measures what is installed and not measured yet, one after another, and tells each. */
  measure(): Promise<void>;
  install(which: ClientVersion, signal: AbortSignal): Promise<Result<ClientOffer>>;
  remove(which: ClientVersion): Promise<Result<ClientOffer>>;
  /** Follows the installations that somebody else runs; `over` when there will be no more, however they ended. */
  follow(id: ClientId): {
    readonly onProgress: (version: string, progress: InstallProgress) => void;
    readonly over: () => Promise<void>;
  };
}

export function createClientShelf(cache: string, env: NodeJS.ProcessEnv = process.env): ClientShelf {
  let places: readonly ClientPlaces[] = [];
  const installing = new Map<ClientId, { version: string; elapsedMs: number }>();
  const versions = new Map<string, string>();
  /** Bytes on disk by folder; none before somebody asked. */
  const sizes = new Map<string, number>();
  let measuring: Promise<void> | undefined;
  let isMeasured = false;

  const offers = createStateStream<ClientOffer[]>(() => places.map(toOffer));

  const toOffer = ({ recipe, runsHere, pinned, others, onPath }: ClientPlaces): ClientOffer => {
    const { id, title, package: name, licence, ways, modelClasses, children, asShipped, allowsBy } = recipe;
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
      bytes: Object.fromEntries(
        installedOf({ pinned, others }).flatMap((one) => {
          const bytes = sizes.get(clientFolder(cache, recipe, one));
          return bytes === undefined ? [] : [[one, bytes]];
        }),
      ),
      ...(allowsBy === undefined ? {} : { allowsBy }),
      ways: [...ways],
      modelClasses: [...modelClasses],
      children: typeof children === 'string',
      asShipped: { ...asShipped },
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

  const unmeasured = (): string[] =>
    places
      .flatMap(({ recipe, pinned, others }) =>
        installedOf({ pinned, others }).map((version) => clientFolder(cache, recipe, version)),
      )
      .filter((folder) => !sizes.has(folder));

  const measureAll = async (): Promise<void> => {
    // What there is may change meanwhile.
    for (let [folder] = unmeasured(); folder !== undefined; [folder] = unmeasured()) {
      const bytes = await folderBytes(folder);
      if (unmeasured().includes(folder)) sizes.set(folder, bytes);
      offers.changed();
    }
  };

  const measure = (): Promise<void> => {
    isMeasured = true;
    measuring ??= measureAll().finally(() => (measuring = undefined));
    return measuring;
  };

  const look = async (options: { readonly versions?: boolean } = {}): Promise<ClientOffer[]> => {
    places = await clientOffers(cache, env);
    if (options.versions === true) await Promise.all(places.map(askVersion));
    offers.changed();
    // What came since is measured as well, where sizes matter.
    if (isMeasured) void measure();
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

  const progress = (id: ClientId, version: string, { step, elapsedMs }: InstallProgress): void => {
    if (step === 'installing') installing.set(id, { version, elapsedMs });
    else if (!installing.delete(id)) return;
    offers.changed();
  };

  return {
    offers,
    look,
    measure,

    follow: (id) => {
      let latest: string | undefined;
      return {
        onProgress: (version, one) => {
          latest = version;
          progress(id, version, one);
        },
        over: async () => {
          if (latest === undefined) return;
          if (installing.get(id)?.version === latest) installing.delete(id);
          await look();
        },
      };
    },

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
      const here = present === undefined ? [] : installedOf(present);
      if (!exactVersion.test(version) || !here.includes(version)) {
        return fail('client-not-installed', `${recipe.title} ${version.slice(0, 60)} is not in the cache.`, {
          next: here.length === 0 ? 'Nothing of it is.' : `There is: ${here.join(', ')}.`,
        });
      }
      const folder = clientFolder(cache, recipe, version);
      await rm(folder, { recursive: true, force: true });
      sizes.delete(folder);
      return offerOf(recipe.id);
    },
  };
}

/** Versions in the cache, pinned or not. */
const installedOf = ({ pinned, others }: Pick<ClientPlaces, 'pinned' | 'others'>): string[] => [
  ...pinned.filter(({ installed }) => installed).map(({ version }) => version),
  ...others,
];
