import { describe, expect, it } from 'vitest';
import { sortedRows } from './sorted.ts';
import { slice } from './testing.ts';

const slices = [
  slice('b', { start: 20, end: 30 }),
  slice('open', { start: 10, end: Infinity }),
  slice('a', { start: 10, end: 50 }),
  slice('other', { start: 15, end: Infinity }),
];
const ids = (key: 'start' | 'end' | 'duration', descending: boolean): string[] =>
  [...sortedRows({ slices, revision: 0 }, { key, descending })].map((i) => slices[i]?.id ?? '');

describe('sorted rows', () => {
  it('follow the column, and the order of arrival where it is equal', () => {
    expect(ids('start', false)).toEqual(['open', 'a', 'other', 'b']);
    expect(ids('start', true)).toEqual(['b', 'other', 'open', 'a']);
    expect(ids('duration', false)).toEqual(['b', 'a', 'open', 'other']);
    expect(ids('end', true)).toEqual(['open', 'other', 'a', 'b']);
  });
});
