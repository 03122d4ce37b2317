import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../testing.ts';
import { spoilsList } from './schema.ts';
import { validSchema } from './valid.ts';
import { CLAUDE_VERSIONS } from './versions.ts';

const property = fc.constantFrom(
  { type: 'string' },
  { type: ['string', 'null'], minLength: 1 },
  { anyOf: [{ type: 'string' }, { const: 1 }] },
  { type: 'file' },
  { enum: 'a' },
  true,
);
const branch = fc.record(
  {
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), property, { maxKeys: 2 }),
    required: fc.subarray(['a', 'b']),
  },
  { requiredKeys: [] },
);
const schema = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'x', 'y'), property, { maxKeys: 3 }),
    required: fc.subarray(['a', 'x']),
    additionalProperties: fc.boolean(),
    anyOf: fc.array(branch, { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(branch, { minLength: 1, maxLength: 3 }),
    allOf: fc.array(branch, { minLength: 1, maxLength: 3 }),
    $defs: fc.constant({ d: { type: 'string' } }),
  },
  { requiredKeys: ['type'] },
);

describe.each(CLAUDE_VERSIONS.map((version) => [version.version, version] as const))(
  'schemas of Claude Code %s',
  (name, version) => {
    const claude = profileOf('claude', name);

    it('are rewritten once: a second time changes nothing', () => {
      fc.assert(
        fc.property(schema, (given) => {
          const once = claude.schema(given).schema;
          expect(once === null ? null : claude.schema(once).schema).toEqual(once);
        }),
      );
    });

    it('that are sent have no combinator at their root, and are valid where validity is asked for', () => {
      fc.assert(
        fc.property(schema, (given) => {
          const { schema: result, lost } = claude.schema(given);
          const sent = result ?? {};
          for (const keyword of ['anyOf', 'oneOf', 'allOf']) expect(sent).not.toHaveProperty(keyword);
          expect(lost.every(({ path }) => path === '')).toBe(true);
          expect(version.checksSchemas && !validSchema(sent)).toBe(false);
        }),
      );
    });

    it.each([
      [{ type: 'object' }, false],
      [undefined, false],
      [null, true],
      [{}, true],
      [{ type: ['object'] }, true],
      [{ type: 'object', properties: null }, true],
      [{ type: 'object', required: 'a' }, true],
      [{ type: 'object', properties: { a: true } }, version.strictProperties],
    ])('%o makes a list unreadable: %s', (given, spoils) => {
      expect(spoilsList(version, given)).toBe(spoils);
    });
  },
);

describe('what counts as a valid schema', () => {
  it.each([
    [{ type: 'object', properties: { a: { type: 'string' } } }, true],
    [{ properties: { a: false }, patternProperties: { '^x': {} }, not: {} }, true],
    [{ type: [] }, false],
    [{ type: ['string', 'file'] }, false],
    [{ anyOf: [] }, false],
    [{ items: [{}] }, false],
    [{ required: [1] }, false],
    [{ $defs: [] }, false],
    [{ properties: { a: { properties: { b: 'text' } } } }, false],
    ['text', false],
  ])('%o: %s', (given, valid) => {
    expect(validSchema(given)).toBe(valid);
  });
});
