import { describe, expect, it } from 'vitest';
import { toolDeclaration, typescriptType } from './typescript.ts';

describe('code-mode types', () => {
  it.each([
    [{ type: 'string', minLength: 1 }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ type: 'array', items: { type: 'boolean' } }, 'Array<boolean>'],
    [{ type: 'array' }, 'Array<unknown>'],
    [{ type: 'object' }, '{ [key: string]: unknown; }'],
    [{ type: 'object', additionalProperties: false }, '{}'],
    [
      { type: 'object', properties: { a: {} }, additionalProperties: true },
      '{ a?: unknown; [key: string]: unknown; }',
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number; }'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'string | string | null'],
    [
      { allOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] },
      '{ a?: unknown; } & { [key: string]: unknown; }',
    ],
    [true, 'unknown'],
    [{ type: 'object', properties: { 'a-b': { type: 'string' } }, required: ['a-b'] }, '{ "a-b": string; }'],
  ])('%o is %s', (schema, type) => {
    expect(typescriptType(schema)).toBe(type);
  });

  it('writes references out and ends on a recursive one', () => {
    expect(
      typescriptType({
        type: 'object',
        properties: { next: { $ref: '#/$defs/Node' } },
        $defs: {
          Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, id: { type: 'string' } } },
        },
      }),
    ).toBe('{ next?: { id?: string; next?: { id?: string; next?: unknown; }; }; }');
  });

  it('ends on references that fan out without end', () => {
    const fan = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`p${i}`, { $ref: `#/$defs/D${(i % 10) + 1}` }]),
    );
    const $defs = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`D${i}`, { type: 'object', properties: fan }]),
    );
    expect(typescriptType({ type: 'object', properties: fan, $defs }).length).toBeLessThan(100_000);
  });

  it('puts each line of a description behind a mark of its own', () => {
    expect(
      typescriptType({
        type: 'object',
        properties: { a: { type: 'string', description: 'x */ evil()\nnext' } },
      }),
    ).toBe('{\n  // x */ evil()\n  // next\n  a?: string;\n}');
  });

  it('shows the output schema as a type', () => {
    expect(
      toolDeclaration('mcp__a__b', { type: 'object', additionalProperties: false }, { type: 'string' }),
    ).toBe('declare const tools: { mcp__a__b(args: {}): Promise<CallToolResult<string>>; };');
  });
});
