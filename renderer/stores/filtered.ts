import type { Pages } from './pages.ts';

/** The events that a filter lets through, as a growing list of seqs. */
export interface Filtered {
  readonly count: () => number;
  readonly seqAt: (index: number) => number | undefined;
  /** How many events have been looked at. */
  readonly scanned: () => number;
  /** Looks at what has arrived, for at most so many milliseconds or until an old page must be fetched. */
  readonly advance: (budgetMs: number) => Promise<boolean>;
}

/** Everything, unfiltered: index and seq are the same. */
export function unfiltered(pages: Pick<Pages<{ seq: number }>, 'count'>): Filtered {
  return {
    count: pages.count,
    seqAt: (index) => (index < pages.count() ? index : undefined),
    scanned: pages.count,
    advance: () => Promise.resolve(true),
  };
}

export function createFiltered<Item extends { readonly seq: number }>(
  pages: Pages<Item>,
  test: (item: Item) => boolean,
  now: () => number = () => performance.now(),
): Filtered {
  const hits: number[] = [];
  let scanned = 0;
  return {
    count: () => hits.length,
    seqAt: (index) => hits[index],
    scanned: () => scanned,
    advance: async (budgetMs) => {
      const until = now() + budgetMs;
      while (scanned < pages.count()) {
        if (now() >= until) return false;
        const item = pages.at(scanned);
        if (item === undefined) {
          if (!(await pages.load(scanned))) return true;
          return false;
        }
        if (test(item)) hits.push(scanned);
        scanned++;
      }
      return true;
    },
  };
}
