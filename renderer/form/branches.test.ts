import { describe, expect, it } from 'vitest';
import { branchOf, carryOver, fixedMembers } from './branches.ts';
import { formSchema } from './formSchema.ts';

const branchesOf = (anyOf: readonly unknown[]): readonly unknown[] => formSchema({ anyOf }).anyOf ?? [];

const message = branchesOf([
  {
    type: 'object',
    properties: { kind: { const: 'email' }, address: { type: 'string' } },
    required: ['kind', 'address'],
  },
  {
    type: 'object',
    properties: { kind: { const: 'sms' }, phone: { type: 'string' } },
    required: ['kind', 'phone'],
  },
]);
const nested = branchesOf([
  { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
  { type: 'object', properties: { a: {} }, required: ['a'] },
]);
const things = branchesOf([
  { type: 'object', properties: { name: { type: 'string' } } },
  { type: 'object', properties: { size: { type: 'integer' } } },
]);

describe('branchOf', () => {
  it.each([
    [message, undefined, undefined, 0],
    [message, undefined, 1, 1],
    [message, { kind: 'sms' }, undefined, 1],
    [message, { phone: '1' }, undefined, 1],
    [message, { kind: 'email', address: 'a' }, 1, 0],
    // Being filled in: the other branch would fit already, the chosen one not yet.
    [nested, { a: 1 }, 0, 0],
    [things, { size: 4 }, 0, 1],
    [things, {}, 1, 1],
    [branchesOf([{ type: 'string' }, { type: 'integer' }]), 2n ** 60n, 0, 1],
    [message, { kind: 'sms' }, 7, 1],
    [[], {}, undefined, 0],
  ])('%#', (branches, value, chosen, expected) => {
    expect(branchOf(branches, value, {}, chosen)).toBe(expected);
  });
});

describe('carryOver', () => {
  it('names the new branch and drops what only the old one speaks of', () => {
    expect(carryOver(message[0], message[1], { kind: 'email', address: 'a', other: 1 }, {})).toEqual({
      kind: 'sms',
      other: 1,
    });
    expect(fixedMembers(message[1])).toEqual({ kind: 'sms' });
  });

  it('keeps a single value where it fits', () => {
    const [text, number] = branchesOf([{ type: 'string' }, { type: 'number' }]);
    expect(carryOver(number, text, 'a', {})).toBe('a');
    expect(carryOver(text, number, 'a', {})).toBeUndefined();
    expect(carryOver(text, { type: 'null' }, 'a', {})).toBeNull();
  });
});
