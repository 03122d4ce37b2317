/** Anything with a dense number from 0. */
interface Numbered {
  readonly seq: number;
}

export const PAGE = 500;

/**
 * The events of a capture in pages of 500. The newest pages, and those read last, are kept as objects; older ones are
 * forgotten and read back when they are asked for.
 */
export interface Pages<Item extends Numbered> {
  readonly count: () => number;
  readonly append: (item: Item) => void;
  /** The item, when its page is at hand; otherwise its page is fetched and `onLoad` follows. */
  readonly at: (seq: number) => Item | undefined;
  /** Resolves when the page of `seq` is at hand. False: it could not be read. */
  readonly load: (seq: number) => Promise<boolean>;
}

export function createPages<Item extends Numbered>(options: {
  readonly read: (from: number, limit: number) => Promise<readonly Item[] | undefined>;
  readonly onLoad: () => void;
  readonly keep?: number;
}): Pages<Item> {
  const { read, onLoad, keep = 60 } = options;
  /** By page number, least recently used first. */
  const kept = new Map<number, Item[]>();
  const loading = new Map<number, Promise<boolean>>();
  let count = 0;

  const trim = (): void => {
    const last = Math.floor((count - 1) / PAGE);
    for (const page of kept.keys()) {
      if (kept.size <= keep) return;
      if (page !== last) kept.delete(page);
    }
  };

  const touch = (page: number, items: Item[]): Item[] => {
    kept.delete(page);
    kept.set(page, items);
    return items;
  };

  const fetchPage = async (page: number): Promise<boolean> => {
    const items = await read(page * PAGE, PAGE);
    loading.delete(page);
    if (!items) return false;
    touch(page, [...items]);
    trim();
    onLoad();
    return true;
  };

  const load = (seq: number): Promise<boolean> => {
    const page = Math.floor(seq / PAGE);
    if (kept.has(page)) return Promise.resolve(true);
    const running = loading.get(page) ?? fetchPage(page);
    loading.set(page, running);
    return running;
  };

  return {
    count: () => count,
    append: (item) => {
      const page = Math.floor(count / PAGE);
      const items = kept.get(page);
      if (items) items.push(item);
      else {
        kept.set(page, [item]);
        trim();
      }
      count++;
    },
    at: (seq) => {
      if (seq < 0 || seq >= count) return undefined;
      const page = Math.floor(seq / PAGE);
      const items = kept.get(page);
      if (items) return touch(page, items)[seq % PAGE];
      void load(seq);
      return undefined;
    },
    load,
  };
}
