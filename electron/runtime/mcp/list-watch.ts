interface WatchOptions<L> {
  /** Lists anew; undefined when that failed. The second value says whether it differs from the list before. */
  readonly relist: () => Promise<{ readonly list: L; readonly changed: boolean } | undefined>;
  readonly onChanged: (list: L) => void;
  /** The server announces changes that are none, again and again. */
  readonly onLoop: () => void;
  /** First delay after an announcement, ms. */
  readonly firstMs?: number;
}

const longestMs = 60_000;
/** Announcements in a row without any change that make a loop. */
const loopAfter = 3;

/**
 * Follows the announcements of a changed list. A storm of announcements is one listing; a server that announces a change because it was asked
 * to list is asked ever more rarely, until a list really differs.
 */
export const createListWatch = <L>(options: WatchOptions<L>) => {
  const firstMs = options.firstMs ?? 50;
  let timer: NodeJS.Timeout | undefined;
  let listing = false;
  let again = false;
  let idle = 0;
  let stopped = false;

  const delay = (): number => Math.min(longestMs, firstMs * 4 ** idle);

  const run = async (): Promise<void> => {
    timer = undefined;
    listing = true;
    again = false;
    const found = await options.relist();
    listing = false;
    if (stopped) return;
    if (found?.changed === true) {
      idle = 0;
      options.onChanged(found.list);
    } else if (found !== undefined) {
      idle += 1;
      if (idle === loopAfter) options.onLoop();
    }
    if (again) plan();
  };

  const plan = (): void => {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => void run(), delay()).unref();
  };

  return {
    announced: (): void => {
      if (listing) again = true;
      else plan();
    },
    stop: (): void => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
