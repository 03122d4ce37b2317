import { escapePointer, isObject } from '../../json.ts';
import type { LostKeyword } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Keywords whose value is one schema, a list of schemas, or a map of schemas. */
const ONE = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
const LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']);
const MAP = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/**
 * Rewrites every schema object of a schema, children first. What has no schema inside goes through as it is, and what no
 * rewriting changed is the same object afterwards.
 */
export function mapSchemas(schema: unknown, rewrite: (schema: Json) => unknown): unknown {
  if (!isObject(schema)) return schema;
  let inner: Record<string, unknown> | undefined;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (typeof value !== 'object' || value === null) continue;
    const next = mapPart(keyword, value, rewrite);
    if (next !== value) (inner ??= { ...schema })[keyword] = next;
  }
  return rewrite(inner ?? schema);
}

function mapPart(keyword: string, value: object, rewrite: (schema: Json) => unknown): unknown {
  if (Array.isArray(value)) {
    if (!LIST.has(keyword)) return value;
    const list = value.map((one) => mapSchemas(one, rewrite));
    return list.every((one, index) => one === value[index]) ? value : list;
  }
  if (ONE.has(keyword)) return mapSchemas(value, rewrite);
  if (!MAP.has(keyword) || !isObject(value)) return value;
  const keys = Object.keys(value);
  const members = keys.map((key) => mapSchemas(value[key], rewrite));
  const same = keys.every((key, index) => value[key] === members[index]);
  return same ? value : Object.fromEntries(keys.map((key, index) => [key, members[index]]));
}

/** Keywords that stood in a schema object and are in the rewritten one no more, at every pointer that both have. */
export function lostKeywords(before: unknown, after: unknown): LostKeyword[] {
  const lost: LostKeyword[] = [];
  compare(before, after, () => '', lost);
  return lost;
}

/** Paths are written out only where something is found: nearly everything stays. */
function compare(before: unknown, after: unknown, path: () => string, lost: LostKeyword[]): void {
  if (!isObject(before) || before === after) return;
  const now = isObject(after) ? after : {};
  for (const keyword of Object.keys(before)) {
    if (!Object.hasOwn(now, keyword)) {
      lost.push({ path: path(), keyword });
      continue;
    }
    const value = before[keyword];
    if (typeof value !== 'object' || value === null) continue;
    const at = (): string => `${path()}/${escapePointer(keyword)}`;
    const next = now[keyword];
    if (MAP.has(keyword) && isObject(value)) {
      const kept = isObject(next) ? next : {};
      for (const key of Object.keys(value)) {
        if (value[key] === kept[key]) continue;
        compare(value[key], kept[key], () => `${at()}/${escapePointer(key)}`, lost);
      }
    } else if (Array.isArray(value) && LIST.has(keyword)) {
      const kept = Array.isArray(next) ? next : [];
      for (const [index, one] of value.entries()) compare(one, kept[index], () => `${at()}/${index}`, lost);
    } else if (ONE.has(keyword)) compare(value, next, at, lost);
  }
}

/** Has an object of properties a member that is no object? Clients on an old SDK then refuse the whole list. */
export function hasLooseProperty(schema: unknown): boolean {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) && Object.values(properties).some((one) => !isObject(one));
}
