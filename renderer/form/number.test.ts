import { describe, expect, it } from 'vitest';
import { parseNumber } from './number.ts';

describe('parseNumber', () => {
  it.each([
    ['3', 3],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['12.', 12],
    ['12.00', 12],
    [' 7 ', 7],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['-', '-'],
    ['1,5', '1,5'],
    ['007', '007'],
    ['1e999', '1e999'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(parseNumber(text)).toBe(expected);
  });
});
