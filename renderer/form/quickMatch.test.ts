import { describe, expect, it } from 'vitest';
import { quickMatch } from './quickMatch.ts';

const circle = {
  type: 'object',
  properties: { shape: { const: 'circle' }, radius: { type: 'number' } },
  required: ['shape'],
};
const root = { $defs: { circle, node: { properties: { next: { $ref: '#/$defs/node' } } } } };

describe('quickMatch', () => {
  it.each([
    [{ type: 'integer' }, 3, true],
    [{ type: 'integer' }, 9007199254740993n, true],
    [{ type: 'integer' }, 3.5, false],
    [{ type: ['string', 'null'] }, null, true],
    [{ enum: ['a', 'b'] }, 'c', false],
    [circle, { shape: 'circle', radius: 2 }, true],
    [circle, { shape: 'square' }, false],
    [circle, { radius: 2 }, false],
    [{ $ref: '#/$defs/circle' }, { shape: 'square' }, false],
    [{ anyOf: [{ type: 'string' }, circle] }, 7, false],
    [{ not: { type: 'string' } }, 'text', false],
    [{ items: { type: 'string' } }, ['a', 1], false],
    [false, 1, false],
    [{ pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`, true],
  ])('%j with %o: %s', (schema, value, expected) => {
    expect(quickMatch(schema, value, root)).toBe(expected);
  });

  it('ends on schemas that refer to themselves', () => {
    expect(quickMatch({ $ref: '#' }, {}, { $ref: '#' })).toBe(true);
    const value: Record<string, unknown> = {};
    value['next'] = value;
    expect(quickMatch({ $ref: '#/$defs/node' }, value, root)).toBe(true);
  });
});
