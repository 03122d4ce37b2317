import { describe, expect, it } from 'vitest';
import { formSchema } from './formSchema.ts';

describe('formSchema', () => {
  it('turns "X or null" into a nullable X and keeps what stands around it', () => {
    const schema = formSchema({
      type: 'object',
      properties: {
        limit: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, title: 'Limit' },
      },
    });
    expect(schema.properties?.['limit']).toEqual({
      type: ['integer', 'null'],
      minimum: 1,
      default: null,
      title: 'Limit',
    });
  });

  it('keeps a real choice as a choice', () => {
    const anyOf = [{ type: 'integer' }, { type: 'string' }, { type: 'null' }];
    expect(formSchema({ properties: { id: { anyOf } } }).properties?.['id']).toEqual({ anyOf });
  });

  it('lets null be chosen where the values are listed', () => {
    const unit = { oneOf: [{ type: 'string', enum: ['c', 'f'] }, { type: 'null' }] };
    expect(formSchema({ properties: { unit } }).properties?.['unit']).toEqual({
      type: ['string', 'null'],
      enum: ['c', 'f', null],
    });
  });

  it('survives what is no schema', () => {
    expect(formSchema(null)).toEqual({ type: 'object' });
    expect(formSchema({ properties: { bad: 'text', list: { type: 'array', items: 7 } } }).properties).toEqual(
      {
        bad: {},
        list: { type: 'array', items: {} },
      },
    );
    expect(formSchema({ properties: 7, anyOf: 'no' })).toEqual({ type: 'object', properties: {}, anyOf: [] });
  });

  it('drops references out of the document and keeps those inside', () => {
    const properties = { a: { $ref: 'https://example.com/a.json' }, b: { $ref: '#/$defs/b' } };
    expect(formSchema({ properties }).properties).toEqual({ a: {}, b: { $ref: '#/$defs/b' } });
  });

  it('spells tuples and single values as the form knows them', () => {
    const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] };
    const { properties } = formSchema({ properties: { pair, kind: { const: 'circle' } } });
    expect(properties?.['pair']).toMatchObject({ items: pair.prefixItems });
    expect(properties?.['kind']).toEqual({ const: 'circle', enum: ['circle'] });
  });

  it('drops a root that is only itself', () => {
    expect(formSchema({ $ref: '#' })).toEqual({ type: 'object' });
  });

  it('ends on a schema that is nested without end', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { self: schema };
    expect(() => formSchema(schema)).not.toThrow();
  });
});
