import { isObject } from '../../json.ts';

const TYPES = new Set(['string', 'number', 'boolean', 'integer', 'object', 'array', 'null']);
type Kind = 'type' | 'enum' | 'required' | 'schema' | 'list' | 'table';
/** What stands behind each keyword that holds schemas or words of the language. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['type', 'type'],
  ['enum', 'enum'],
  ['required', 'required'],
  ['items', 'schema'],
  ['additionalProperties', 'schema'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['contains', 'schema'],
  ['propertyNames', 'schema'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['allOf', 'list'],
  ['prefixItems', 'list'],
  ['properties', 'table'],
  ['patternProperties', 'table'],
  ['$defs', 'table'],
  ['definitions', 'table'],
]);
/** Nesting that no honest schema reaches. */
const MAX_DEPTH = 64;

/**
 * Is every keyword of a kind that JSON Schema 2020-12 allows? Covers the keywords that hold schemas or words of the
 * language; the values of limits are not looked at.
 */
export function validSchema(schema: unknown, depth = 0): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isObject(schema)) return false;
  if (depth > MAX_DEPTH) return true;
  for (const keyword of Object.keys(schema)) {
    const kind = KINDS.get(keyword);
    if (kind !== undefined && !isOfKind(kind, schema[keyword], depth)) return false;
  }
  return true;
}

function isOfKind(kind: Kind, value: unknown, depth: number): boolean {
  switch (kind) {
    case 'type':
      return isType(value);
    case 'enum':
      return Array.isArray(value);
    case 'required':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'schema':
      return validSchema(value, depth + 1);
    case 'list':
      return Array.isArray(value) && value.length > 0 && areValid(value, depth + 1);
    case 'table':
      return isObject(value) && areValid(Object.values(value), depth + 1);
  }
}

const areValid = (schemas: readonly unknown[], depth: number): boolean =>
  schemas.every((one) => validSchema(one, depth));

function isType(type: unknown): boolean {
  const known = (one: unknown) => typeof one === 'string' && TYPES.has(one);
  return Array.isArray(type) ? type.length > 0 && type.every(known) : known(type);
}
