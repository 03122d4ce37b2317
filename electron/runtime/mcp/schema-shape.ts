import { escapePointer, isObject } from '../../../shared/json.ts';

/** Where a schema is not a schema, as an RFC 6901 pointer, and why. */
export interface SchemaFault {
  readonly pointer: string;
  readonly detail: string;
}

type Shape =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'strings'
  | 'string'
  | 'number'
  | 'boolean'
  | 'array'
  | 'type'
  | 'items';

const shapes: Readonly<Record<string, Shape>> = {
  type: 'type',
  properties: 'schemaMap',
  patternProperties: 'schemaMap',
  dependentSchemas: 'schemaMap',
  $defs: 'schemaMap',
  definitions: 'schemaMap',
  additionalProperties: 'schema',
  unevaluatedProperties: 'schema',
  unevaluatedItems: 'schema',
  propertyNames: 'schema',
  contains: 'schema',
  not: 'schema',
  if: 'schema',
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: 'schema',
  else: 'schema',
  items: 'items',
  prefixItems: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  allOf: 'schemas',
  required: 'strings',
  enum: 'array',
  $ref: 'string',
  pattern: 'string',
  title: 'string',
  description: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  minLength: 'number',
  maxLength: 'number',
  minItems: 'number',
  maxItems: 'number',
  uniqueItems: 'boolean',
};

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Deeper than this nothing is looked at; a definition of that depth is refused by its size long before. */
const maxDepth = 64;
const maxFaults = 8;

const isType = (value: unknown): boolean =>
  (typeof value === 'string' && types.has(value)) ||
  (Array.isArray(value) && value.length > 0 && value.every(isType));

/** A `$ref` that leaves the document. It is never fetched. */
const leavesDocument = (ref: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(ref) || ref.startsWith('//');

/**
 * Looks for what makes a schema unusable: keywords of the wrong JSON type, unknown types, references that leave the
 * document. Shape only; whether values satisfy it is checked elsewhere. At most eight faults.
 */
export const schemaFaults = (root: unknown): readonly SchemaFault[] => {
  const faults: SchemaFault[] = [];
  const wrong = (pointer: string, detail: string): void => {
    if (faults.length < maxFaults) faults.push({ pointer, detail });
  };

  const each = (values: readonly unknown[], pointer: string, depth: number): void =>
    values.forEach((value, index) => visit(value, `${pointer}/${index}`, depth));

  const keyword = (shape: Shape, value: unknown, pointer: string, depth: number): void => {
    switch (shape) {
      case 'schema':
        return visit(value, pointer, depth);
      case 'items':
        return Array.isArray(value) ? each(value, pointer, depth) : visit(value, pointer, depth);
      case 'schemas':
        if (!Array.isArray(value) || value.length === 0) return wrong(pointer, 'not a list of schemas');
        return each(value, pointer, depth);
      case 'schemaMap':
        if (!isObject(value)) return wrong(pointer, 'not a map of schemas');
        for (const [name, inner] of Object.entries(value))
          visit(inner, `${pointer}/${escapePointer(name)}`, depth);
        return;
      case 'strings':
        // Draft 3 and many generators write `required: true` inside a property.
        if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string'))
          wrong(pointer, 'not a list of names');
        return;
      case 'type':
        if (!isType(value)) wrong(pointer, 'not a type of JSON Schema');
        return;
      case 'array':
        if (!Array.isArray(value)) wrong(pointer, 'not a list');
        return;
      case 'string':
      case 'number':
      case 'boolean':
        if (typeof value !== shape && !(shape === 'number' && typeof value === 'bigint'))
          wrong(pointer, `not a ${shape}`);
        return;
    }
  };

  const visit = (schema: unknown, pointer: string, depth: number): void => {
    if (typeof schema === 'boolean' || depth > maxDepth) return;
    if (!isObject(schema)) return wrong(pointer, 'neither an object nor a boolean');
    for (const [name, value] of Object.entries(schema)) {
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      if (shape === undefined) continue;
      const at = `${pointer}/${escapePointer(name)}`;
      if (name === '$ref' && typeof value === 'string' && leavesDocument(value))
        wrong(at, 'refers outside the schema; it is not fetched');
      else keyword(shape, value, at, depth + 1);
    }
  };

  visit(root, '', 0);
  return faults;
};
