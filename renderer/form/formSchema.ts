import type { RJSFSchema } from '@rjsf/utils';
import { isObject } from '../../shared/json.ts';

const MAX_DEPTH = 64;

/**
 * The schema as the form can draw it: "X or null" becomes a nullable X, a property that is no schema becomes one that
 * allows anything, references out of the document are dropped. The wire's schema stays what values are checked against.
 */
export function formSchema(schema: unknown): RJSFSchema {
  const root = rewrite(schema, 0);
  return { ...(isObject(root) ? root : {}), type: 'object' };
}

const SCHEMA_MEMBERS = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
];
const LIST_MEMBERS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAP_MEMBERS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

function rewrite(schema: unknown, depth: number): unknown {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (SCHEMA_MEMBERS.includes(key))
      out[key] = Array.isArray(value) ? rewriteList(value, depth) : rewrite(value, depth + 1);
    else if (LIST_MEMBERS.includes(key)) out[key] = rewriteList(value, depth);
    else if (MAP_MEMBERS.includes(key)) out[key] = rewriteMap(value, depth);
    else if (key !== '$ref' || (isLocalReference(value) && !(depth === 0 && value === '#'))) out[key] = value;
  }
  // The form knows tuples and single values only by their older spellings.
  if (Array.isArray(out['prefixItems']) && out['items'] === undefined) out['items'] = out['prefixItems'];
  if ('const' in out && out['enum'] === undefined) out['enum'] = [out['const']];
  return nullable(out);
}

const rewriteList = (value: unknown, depth: number): unknown[] =>
  Array.isArray(value) ? value.map((member) => rewrite(member, depth + 1)) : [];

const rewriteMap = (value: unknown, depth: number): Record<string, unknown> =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewrite(member, depth + 1)]))
    : {};

const isLocalReference = (value: unknown): boolean => typeof value === 'string' && value.startsWith('#');

function nullable(schema: Record<string, unknown>): Record<string, unknown> {
  for (const key of ['anyOf', 'oneOf']) {
    const options = schema[key];
    if (!Array.isArray(options) || options.length !== 2) continue;
    const other: unknown = options.find((option) => !isNull(option));
    if (!options.some(isNull) || !isObject(other) || typeof other['type'] !== 'string') continue;
    const { [key]: _options, ...around } = schema;
    const withNull = isList(other['enum']) ? { enum: [...other['enum'], null] } : {};
    return { ...other, ...around, ...withNull, type: [other['type'], 'null'] };
  }
  return schema;
}

const isNull = (schema: unknown): boolean =>
  isObject(schema) &&
  schema['type'] === 'null' &&
  Object.keys(schema).every((key) => key === 'type' || key === 'title');

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
