import { describe, expect, it } from 'vitest';
import { bm25Index, words } from './bm25.ts';

describe('bm25', () => {
  it('separates words in the ways tool names do', () => {
    expect(words('readFile read_file mcp__a-b v2Beta récherche')).toEqual([
      'read',
      'file',
      'read',
      'file',
      'mcp',
      'a',
      'b',
      'v2',
      'beta',
      'récherche',
    ]);
  });

  it('puts rare words and short texts first, and nothing without a match', () => {
    const index = bm25Index(['read file', 'read mail and much else besides', 'send mail', 'read file file']);
    expect(index.search('mail', 9).map((one) => one.index)).toEqual([2, 1]);
    expect(index.search('read send', 9)[0]?.index).toBe(2);
    expect(index.search('nothing', 9)).toEqual([]);
    expect(index.search('read', 2)).toHaveLength(2);
  });

  it('keeps the order of equal texts and takes an empty corpus', () => {
    expect(
      bm25Index(['a b', 'a b', 'a b'])
        .search('a', 9)
        .map((one) => one.index),
    ).toEqual([0, 1, 2]);
    expect(bm25Index([]).search('a', 9)).toEqual([]);
  });
});
