import { expect, it } from 'vitest';
import { cut, table } from './table.ts';

it('aligns columns by terminal cells', () => {
  expect(
    table([
      ['a', '日本', 'x'],
      ['long', 'b', 'y'],
    ]),
  ).toEqual(['a     日本  x', 'long  b     y']);
});

it('cleans what others wrote', () => {
  expect(table([['a\u001b[31m', 'two\nlines']])).toEqual(['a  two lines']);
});

it('cuts long lines at a whole character', () => {
  expect(cut('日本語', 5)).toBe('日本…');
  expect(cut('日本語', 6)).toBe('日本語');
  expect(cut('👩‍🔬👩‍🔬👩‍🔬', 4)).toBe('👩‍🔬…');
  expect(table([['a', 'bcdefgh']], { width: 7, indent: 1 })).toEqual([' a  bc…']);
});
