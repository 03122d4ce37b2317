import { describe, expect, it } from 'vitest';
import { createFiltered } from './filtered.ts';
import { PAGE, createPages } from './pages.ts';

const all = Array.from({ length: 6 * PAGE }, (_, seq) => ({ seq }));

describe('the filtered list', () => {
  it('finds the same as a plain filter, across pages that were forgotten', async () => {
    const pages = createPages({
      keep: 2,
      onLoad: () => undefined,
      read: (from, limit) => Promise.resolve(all.slice(from, from + limit)),
    });
    for (const item of all) pages.append(item);
    const filtered = createFiltered(pages, ({ seq }) => seq % 7 === 0);
    while (!(await filtered.advance(1000)));
    const found = Array.from({ length: filtered.count() }, (_, index) => filtered.seqAt(index));
    expect(found).toEqual(all.map(({ seq }) => seq).filter((seq) => seq % 7 === 0));
  });

  it('stops at its budget and goes on where it stopped', async () => {
    const pages = createPages({ onLoad: () => undefined, read: () => Promise.resolve(undefined) });
    for (const item of all) pages.append(item);
    let clock = 0;
    const filtered = createFiltered(
      pages,
      () => true,
      () => clock++,
    );
    expect(await filtered.advance(100)).toBe(false);
    const first = filtered.scanned();
    expect(first).toBeLessThan(all.length);
    while (!(await filtered.advance(1000)));
    expect([filtered.count(), filtered.seqAt(all.length - 1)]).toEqual([all.length, all.length - 1]);
  });
});
