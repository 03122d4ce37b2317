import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain, plainJson, plainLine } from './plain.ts';

describe('plain', () => {
  it.each([
    ['a\u001b[31mred\u001b[0m', 'ared'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;http://evil.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['safe\u202egnp.exe', 'safegnp.exe'],
    ['a\u2066b\u2069c', 'abc'],
    ['a\u0008\u0000b\u0085c', 'abc'],
    ['x\u{e0041}\u{e007f}y', 'xy'],
    ['zero\u200bwidth', 'zerowidth'],
    ['two\r\nlines\tkept', 'two\nlines\tkept'],
    ['broken \ud800 half', 'broken \ufffd half'],
    ['ümläut 日本 👩‍🔬', 'ümläut 日本 👩‍🔬'],
  ])('%j → %j', (given, wanted) => expect(plain(given)).toBe(wanted));

  it('leaves one line of a text with many', () => expect(plainLine(' a\n\tb \n')).toBe('a b'));
});

describe('plainJson', () => {
  it('keeps every value and writes no character that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const written = plainJson({ value, text }, 2);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify({ value, text })));
        expect(plain(written)).toBe(written);
      }),
    );
  });

  it('keeps long integers', () => expect(plainJson({ n: 9007199254740993n })).toBe('{"n":9007199254740993}'));
});
