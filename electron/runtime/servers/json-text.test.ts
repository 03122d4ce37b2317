import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstErrorOffset, parseConfigText, withoutComments } from './json-text.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('firstErrorOffset', () => {
  it('agrees with the parser on what is JSON, cut or damaged anywhere', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', 'x', '1', '\\', '\n'))
      .map(
        ([text, at, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(firstErrorOffset(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('names the end for every prefix of a document', () => {
    const text = JSON.stringify(
      { servers: { a: { command: 'x\\"y', list: [1, -2.5e3, true, null], empty: {} } } },
      null,
      2,
    );
    for (let end = 0; end < text.length; end += 1) expect(firstErrorOffset(text.slice(0, end))).toBe(end);
    expect(firstErrorOffset(text)).toBeUndefined();
  });
});

describe('parseConfigText', () => {
  it.each([
    ['{\n  "a": 1,\n  "b": ?\n}', 3, 8, undefined],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, undefined],
    ['{\n  "a": "x', 2, 10, 'It ends in the middle.'],
    ['', 1, 1, 'It ends in the middle.'],
    ['{"x": "y", "bad": x}', 1, 19, undefined],
  ])('names line and column of %j', (text, line, column, cause) => {
    const parsed = parseConfigText(text, 'The file');
    expect(parsed).toMatchObject({
      ok: false,
      fault: {
        code: 'config-broken',
        message: `The file is not valid JSON at line ${line}, column ${column}.`,
      },
    });
    expect(parsed.ok ? undefined : parsed.fault.cause).toBe(cause);
  });

  it('lets comments, trailing commas and a byte order mark pass, but not inside strings', () => {
    expect(parseConfigText('\uFEFF{ // a\n "u": "http://x/*y*/", /* b\n */ "l": [1, 2,],\n}', 'x')).toEqual({
      ok: true,
      value: { u: 'http://x/*y*/', l: [1, 2] },
    });
    expect(withoutComments('{"a":"//",}')).toBe('{"a":"//" }');
  });
});
