import { describe, expect, it } from 'vitest';
import { best, rank } from './rank.ts';

describe('ranking', () => {
  it('needs every word, and likes starts of words and whole texts', () => {
    expect(rank('slow_lookup shape_probe', 'look probe')).toBeGreaterThan(0);
    expect(rank('slow_lookup', 'look fast')).toBe(0);
    expect(best(['relookup', 'slow_lookup', 'lookup'], String, 'lookup', 3)).toEqual([
      'lookup',
      'slow_lookup',
      'relookup',
    ]);
    expect(best(['b', 'a'], String, '', 5)).toEqual(['b', 'a']);
    expect(best(['aa', 'ab', 'ac'], String, 'a', 2)).toHaveLength(2);
  });
});
