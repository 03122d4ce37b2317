import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from './codec.ts';

const cloneable = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
});

describe('the codec', () => {
  it('copies what structured clone copies', () => {
    fc.assert(
      fc.property(cloneable, (value) => {
        expect(decode(encode(value))).toStrictEqual(structuredClone(value));
      }),
    );
  });

  it('keeps shared and circular references', () => {
    const shared = { name: 'shared' };
    const value: Record<string, unknown> = { one: shared, two: [shared], $: 'a key of its own' };
    value['self'] = value;
    const copy = decode(encode(value)) as typeof value;
    expect(copy['self']).toBe(copy);
    expect((copy['two'] as unknown[])[0]).toBe(copy['one']);
    expect(copy['$']).toBe('a key of its own');
  });

  it('keeps an error with its kind and stack', () => {
    const error = new RangeError('too far');
    const copy = decode(encode(error)) as RangeError;
    expect(copy).toBeInstanceOf(RangeError);
    expect(copy.message).toBe('too far');
    expect(copy.stack).toBe(error.stack);
  });

  it.each([() => undefined, Symbol('s'), Promise.resolve(), new WeakMap(), { deep: [() => undefined] }])(
    'refuses %s',
    (value) => {
      expect(() => encode(value)).toThrow('An object could not be cloned.');
    },
  );
});
