import { isObject } from '../../json.ts';

const TYPES = new Set(['string', 'number', 'boolean', 'integer', 'object', 'array', 'null']);
const SCHEMAS = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const TABLES = ['properties', 'patternProperties', '$defs', 'definitions'];
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
  const valid = (one: unknown) => validSchema(one, depth + 1);
  const { type, required } = schema;
  const has = (keyword: string) => Object.hasOwn(schema, keyword);
  if (has('type') && !isType(type)) return false;
  if (has('enum') && !Array.isArray(schema['enum'])) return false;
  if (has('required') && !(Array.isArray(required) && required.every((one) => typeof one === 'string'))) {
    return false;
  }
  if (SCHEMAS.some((keyword) => has(keyword) && !valid(schema[keyword]))) return false;
  if (LISTS.some((keyword) => has(keyword) && !isListOf(schema[keyword], valid))) return false;
  return !TABLES.some((keyword) => has(keyword) && !isTableOf(schema[keyword], valid));
}

function isType(type: unknown): boolean {
  const known = (one: unknown) => typeof one === 'string' && TYPES.has(one);
  return Array.isArray(type) ? type.length > 0 && type.every(known) : known(type);
}

const isListOf = (value: unknown, valid: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(valid);

const isTableOf = (value: unknown, valid: (one: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(valid);
