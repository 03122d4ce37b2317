import { describe, expect, it } from 'vitest';
import { parseJson } from '../../shared/json.ts';
import { jsonRows } from './rows.ts';

const lines = (value: unknown, toggled: readonly string[] = []): string[] =>
  jsonRows(value, new Set(toggled)).map(
    ({ depth, key, text, expanded }) =>
      `${'  '.repeat(depth)}${expanded === undefined ? '' : expanded ? '-' : '+'}${key === undefined ? '' : `${key}: `}${text}`,
  );

describe('jsonRows', () => {
  it('opens what is small and near the root', () => {
    expect(
      lines({ id: 'rec-2041', tags: ['a'], deep: { deeper: { deepest: 1 } }, none: null, empty: {} }),
    ).toEqual([
      '-{ 5 keys }',
      '  id: "rec-2041"',
      '  -tags: [ 1 item ]',
      '    0: "a"',
      '  -deep: { 1 key }',
      '    +deeper: { 1 key }',
      '  none: null',
      '  empty: {}',
    ]);
  });

  it('keeps large containers folded and opens them on demand', () => {
    const large = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`k${at}`, at]));
    expect(lines(large)).toEqual(['+{ 41 keys }']);
    expect(lines(large, [''])).toHaveLength(42);
  });

  it('folds long and many-lined texts, and unfolds them line by line', () => {
    const text = `first\n${'x'.repeat(200)}`;
    const folded = lines({ text });
    expect(folded[1]).toMatch(/^ {2}\+text: "first\\nx+…" 206 characters$/);
    expect(lines({ text }, ['/text']).slice(1)).toEqual([
      '  -text: 206 characters',
      '    first',
      `    ${'x'.repeat(160)}`,
      `    ${'x'.repeat(40)}`,
    ]);
  });

  it('writes integers beyond a double digit for digit', () => {
    expect(lines(parseJson('{"id":9007199254740993}'))[1]).toBe('  id: 9007199254740993');
  });

  it('escapes keys in pointers, so that no two rows share one', () => {
    const rows = jsonRows({ 'a/b': { c: 1 }, a: { b: { c: 2 } }, 'a~1b': 3 }, new Set());
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });
});
