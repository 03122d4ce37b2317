import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textDiff } from './textDiff.ts';

const show = (before: string, after: string): string[] =>
  textDiff(before, after).map(
    ({ change, text }) => `${{ kept: ' ', removed: '-', added: '+' }[change]}${text}`,
  );

describe('textDiff', () => {
  it('keeps what is common and marks the rest', () => {
    expect(show('{\n "a": 1,\n "b": 2\n}', '{\n "a": 1,\n "b": 3\n}')).toEqual([
      ' {',
      '  "a": 1,',
      '- "b": 2',
      '+ "b": 3',
      ' }',
    ]);
  });

  it('holds both texts, whatever they are', () => {
    const lines = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
      .map((list) => list.join('\n'));
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = textDiff(before, after);
        const side = (without: string): string =>
          diff
            .filter(({ change }) => change !== without)
            .map(({ text }) => text)
            .join('\n');
        expect([side('added'), side('removed')]).toEqual([before, after]);
      }),
    );
  });

  it('does not hang on long texts', () => {
    const long = 'x\n'.repeat(50_000);
    expect(textDiff(long, `${long}y`).length).toBe(100_002);
  });
});
