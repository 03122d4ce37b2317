import { describe, expect, it } from 'vitest';
import { PAGE, createPages } from './pages.ts';

const all = Array.from({ length: 10 * PAGE + 7 }, (_, seq) => ({ seq }));

function harness(keep: number) {
  const reads: number[] = [];
  let loads = 0;
  const pages = createPages({
    keep,
    read: (from, limit) => {
      reads.push(from);
      return Promise.resolve(all.slice(from, from + limit));
    },
    onLoad: () => loads++,
  });
  for (const item of all) pages.append(item);
  return { pages, reads, loads: () => loads };
}

describe('pages of events', () => {
  it('keep the newest and read older ones back once, however often they are asked for', async () => {
    const { pages, reads, loads } = harness(3);
    expect(pages.at(all.length - 1)).toEqual({ seq: all.length - 1 });
    expect([pages.at(3), pages.at(4)]).toEqual([undefined, undefined]);
    expect(await pages.load(5)).toBe(true);
    expect([pages.at(3), reads, loads()]).toEqual([{ seq: 3 }, [0], 1]);
  });

  it('give the same items as a plain list, and hold no more pages than asked', async () => {
    const { pages, reads } = harness(2);
    for (const seq of [0, 499, 500, 2600, 1, 5006]) {
      await pages.load(seq);
      expect(pages.at(seq)).toEqual({ seq });
    }
    expect(reads).toEqual([0, 500, 2500, 0]);
  });

  it('go on growing while an old page is open', async () => {
    const { pages } = harness(2);
    await pages.load(0);
    pages.append({ seq: all.length });
    expect(pages.at(all.length)).toEqual({ seq: all.length });
    expect(pages.at(all.length + 1)).toBeUndefined();
  });

  it('say when a page cannot be read, and try again later', async () => {
    let fails = true;
    const pages = createPages({
      keep: 1,
      onLoad: () => undefined,
      read: (from, limit) => Promise.resolve(fails ? undefined : all.slice(from, from + limit)),
    });
    for (const item of all) pages.append(item);
    expect(await pages.load(0)).toBe(false);
    fails = false;
    expect(await pages.load(0)).toBe(true);
  });
});
