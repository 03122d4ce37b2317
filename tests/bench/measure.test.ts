import { describe, expect, it } from 'vitest';
import { holds, median, sideBySide } from './measure.ts';

describe('measuring', () => {
  it('takes the middle', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('compares round by round and leaves the first one out', async () => {
    const ours = [1000, 20, 30, 12];
    const theirs = [1, 10, 10, 10];
    const next = (values: number[]) => () => Promise.resolve(values.shift() ?? Number.NaN);
    expect(await sideBySide(3, next(ours), next(theirs))).toEqual({ ours: 20, theirs: 10, ratio: 2 });
  });

  it('breaks a limit that is passed, and by a figure that is none', () => {
    const figure = { name: 'x', unit: 'ms', limit: 10, detail: '' } as const;
    expect([9, 10, 11, Number.NaN].map((value) => holds({ ...figure, value }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
