import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, formatJson, parseJson, spell } from './json.ts';

describe('lossless JSON', () => {
  it('keeps integers that a double cannot hold', () => {
    const text = '{"id":12345678901234567890,"small":7,"neg":-9223372036854775808,"float":1.5e300}';
    expect(formatJson(parseJson(text))).toBe(
      '{"id":12345678901234567890,"small":7,"neg":-9223372036854775808,"float":1.5e+300}',
    );
  });

  it.each([
    '12345678901234567890',
    '[12345678901234567890]',
    '{"a": 12345678901234567890}',
    '[1,-12345678901234567890]',
    '\n12345678901234567890',
  ])('finds a long integer wherever it stands: %j', (text) => {
    expect(formatJson(parseJson(text))).toBe(text.replaceAll(/\s/g, ''));
  });

  it('leaves digits in a string alone', () => {
    expect(parseJson('{"id":"id_1234567890123456","n":1}')).toEqual({ id: 'id_1234567890123456', n: 1 });
  });

  it('round-trips any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(formatJson(parseJson(text))).toBe(text);
      }),
    );
  });

  it('keeps __proto__ an ordinary key', () => {
    const parsed = parseJson('{"__proto__":{"polluted":12345678901234567890}}');
    expect(Object.keys(parsed as object)).toEqual(['__proto__']);
  });

  it('gives equal text for equal values', () => {
    expect(canonicalJson({ b: 1, a: [{ d: 1, c: 2n }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
  });
});

describe('a value as text', () => {
  it('never calls what a stranger put in the place of a method', () => {
    const hostile: unknown = JSON.parse('{"toString":null,"valueOf":{},"toJSON":1}');
    expect(() => String(hostile)).toThrow(TypeError);
    expect(spell(hostile)).toBe('{"toString":null,"valueOf":{},"toJSON":1}');
    expect([spell('a'), spell(1), spell(10n), spell(null), spell(undefined)]).toEqual([
      'a',
      '1',
      '10',
      'null',
      'undefined',
    ]);
  });
});
