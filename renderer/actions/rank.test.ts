import { describe, expect, it } from 'vitest';
import { best, rank, type Findable } from './rank.ts';

const titled = (title: string): Findable => ({ title, more: '' });

describe('ranking', () => {
  it('needs every word, and likes starts of words and whole texts', () => {
    expect(rank('slow_lookup shape_probe', 'look probe')).toBeGreaterThan(0);
    expect(rank('slow_lookup', 'look fast')).toBe(0);
    expect(best(['relookup', 'slow_lookup', 'lookup'], titled, 'lookup', 3)).toEqual([
      'lookup',
      'slow_lookup',
      'relookup',
    ]);
    expect(best(['b', 'a'], titled, '', 5)).toEqual(['b', 'a']);
    expect(best(['aa', 'ab', 'ac'], titled, 'a', 2)).toHaveLength(2);
  });

  it('puts what is called so before what only belongs to it', () => {
    const actions = [
      { title: 'lookup', more: 'shape_probe Tools' },
      { title: 'Run the built-in probe…', more: 'Actions' },
    ];
    expect(best(actions, (one) => one, 'probe', 2).map(({ title }) => title)).toEqual([
      'Run the built-in probe…',
      'lookup',
    ]);
    expect(best(actions, (one) => one, 'lookup tools', 2)).toEqual(actions.slice(0, 1));
  });
});
