import { describe, expect, it } from 'vitest';
import { paramHeaders, scanParamHeaders } from './param-headers.ts';

const header = (name: string, type = 'string') => ({ type, 'x-mcp-header': name });

describe('scanParamHeaders', () => {
  it('finds annotations at any depth of properties', () => {
    const scan = scanParamHeaders({
      type: 'object',
      properties: { a: header('A'), o: { type: 'object', properties: { b: header('B', 'integer') } } },
    });
    expect(scan).toEqual({
      valid: true,
      headers: [
        { name: 'A', path: ['a'] },
        { name: 'B', path: ['o', 'b'] },
      ],
    });
  });

  it.each([
    ['an empty name', { properties: { a: header('') } }, '/properties/a/x-mcp-header'],
    ['a bad token', { properties: { a: header('a b') } }, '/properties/a/x-mcp-header'],
    ['a number', { properties: { a: header('A', 'number') } }, '/properties/a/x-mcp-header'],
    [
      'the same name in another case',
      { properties: { a: header('A'), b: header('a') } },
      '/properties/b/x-mcp-header',
    ],
    ['the root', header('A', 'object'), '/x-mcp-header'],
    [
      'array items',
      { properties: { a: { type: 'array', items: header('A') } } },
      '/properties/a/items/x-mcp-header',
    ],
    ['a branch', { anyOf: [{ properties: { a: header('A') } }] }, '/anyOf/0/properties/a/x-mcp-header'],
    [
      'a definition',
      { $defs: { d: { properties: { a: header('A') } } } },
      '/$defs/d/properties/a/x-mcp-header',
    ],
  ])('refuses %s', (_what, schema, pointer) => {
    expect(scanParamHeaders(schema)).toMatchObject({ valid: false, pointer });
  });

  it('takes a property of that name, and a value, for what they are', () => {
    expect(
      scanParamHeaders({
        properties: { 'x-mcp-header': { type: 'string' } },
        default: { 'x-mcp-header': 1 },
      }),
    ).toEqual({ valid: true, headers: [] });
  });
});

describe('paramHeaders', () => {
  const at = (value: unknown) => paramHeaders([{ name: 'V', path: ['v'] }], { v: value })['Mcp-Param-V'];

  it('writes what a field can carry as it is and the rest in base64', () => {
    expect([at('plain'), at(true), at(7), at(2.5), at(12345678901234567890n)]).toEqual([
      'plain',
      'true',
      '7',
      '2.5',
      '12345678901234567890',
    ]);
    expect(at('é')).toBe('=?base64?w6k=?=');
    expect(at(' x')).toBe('=?base64?IHg=?=');
    expect(at('a\r\nb: c')).toBe('=?base64?YQ0KYjogYw==?=');
    expect(at('=?base64?x?=')).toBe(`=?base64?${Buffer.from('=?base64?x?=').toString('base64')}?=`);
  });

  it('leaves out what is absent, null or no scalar', () => {
    expect([at(undefined), at(null), at({}), at(Number.NaN)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
