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
      type: 'integer',
      nullable: true,
      minimum: 1,
      default: null,
      title: 'Limit',
    });
  });

  it('keeps a real choice as a choice', () => {
    const anyOf = [{ type: 'integer' }, { type: 'string' }, { type: 'null' }];
    expect(formSchema({ properties: { id: { anyOf } } }).properties?.['id']).toEqual({
      anyOf: [
        { type: 'integer', title: 'whole number' },
        { type: 'string', title: 'text' },
        { type: 'null', title: 'null' },
      ],
    });
  });

  it('lets null be chosen where the values are listed', () => {
    const unit = { oneOf: [{ type: 'string', enum: ['c', 'f'] }, { type: 'null' }] };
    expect(formSchema({ properties: { unit } }).properties?.['unit']).toEqual({
      nullable: true,
      enum: ['c', 'f', null],
    });
  });

  it('survives what is no schema', () => {
    expect(formSchema(null)).toEqual({ type: 'object' });
    expect(formSchema({ properties: { bad: 'text', list: { type: 'array', items: 7 } } }).properties).toEqual(
      {
        bad: { title: 'bad' },
        list: { type: 'array', items: {} },
      },
    );
    expect(formSchema({ properties: 7, anyOf: 'no' })).toEqual({ type: 'object', properties: {}, anyOf: [] });
  });

  it('drops references out of the document and keeps those inside', () => {
    const properties = { a: { $ref: 'https://example.com/a.json' }, b: { $ref: '#/$defs/b' } };
    expect(formSchema({ properties }).properties).toEqual({
      a: { title: 'a' },
      b: { $ref: '#/$defs/b' },
    });
  });

  it('spells tuples and single values as the form knows them', () => {
    const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] };
    const { properties } = formSchema({ properties: { pair, kind: { const: 'circle' } } });
    expect(properties?.['pair']).toMatchObject({ items: pair.prefixItems });
    expect(properties?.['kind']).toEqual({ const: 'circle', enum: ['circle'] });
  });

  it('lets null join a list of values that is elsewhere', () => {
    const $defs = { Colour: { type: 'string', enum: ['red'], title: 'Colour' } };
    const colour = { anyOf: [{ $ref: '#/$defs/Colour' }, { type: 'null' }], default: null };
    expect(formSchema({ $defs, properties: { colour } }).properties?.['colour']).toMatchObject({
      enum: ['red', null],
      default: null,
    });
    const node = { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] };
    expect(formSchema({ $defs: { Node: {} }, properties: { node } }).properties?.['node']).toEqual({
      $ref: '#/$defs/Node',
      nullable: true,
    });
  });

  it('makes one list of single values, with their titles and types', () => {
    const oneOf = [{ const: 1, title: 'One' }, { const: '2' }, { type: 'null' }];
    expect(formSchema({ properties: { a: { oneOf } } }).properties?.['a']).toEqual({
      enum: [1, '2', null],
      enumTitles: ['One', '2', 'null'],
    });
    const old = { type: 'string', enum: ['1', '2'], enumNames: ['One', 'Two'] };
    expect(formSchema({ properties: { old } }).properties?.['old']).toEqual({
      enum: ['1', '2'],
      enumTitles: ['One', 'Two'],
    });
    expect(formSchema({ properties: { flag: { type: ['boolean', 'null'] } } }).properties?.['flag']).toEqual({
      enum: [true, false, null],
      enumTitles: ['Yes', 'No', 'null'],
      nullable: true,
    });
  });

  it('names the branches of a union, each differently', () => {
    const email = { properties: { kind: { const: 'email' } } };
    const plain = { type: 'object' };
    const anyOf = [email, plain, plain, { properties: { size: {} } }, { $ref: '#/$defs/Thing' }];
    const titles = formSchema({ anyOf }).anyOf?.map((option) => typeof option === 'object' && option.title);
    expect(titles).toEqual(['kind: email', 'object', 'object (2)', 'with size', 'Thing']);
  });

  it('offers no choice where there are no fields to choose', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } };
    const anyOf = [{ required: ['a'] }, { required: ['b'] }];
    expect(formSchema({ properties, anyOf }).anyOf).toBeUndefined();
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
