import { escapePointer, isObject } from '../../json.ts';
import type { LostKeyword } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Keywords whose value is one schema, a list of schemas, or a map of schemas. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'];
const MAP = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Rewrites every schema object of a schema, children first. What has no schema inside goes through as it is. */
export function mapSchemas(schema: unknown, rewrite: (schema: Json) => unknown): unknown {
  if (!isObject(schema)) return schema;
  const down = (one: unknown): unknown => mapSchemas(one, rewrite);
  const inner: Record<string, unknown> = { ...schema };
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      if (LIST.includes(keyword)) inner[keyword] = value.map(down);
    } else if (ONE.includes(keyword)) inner[keyword] = down(value);
    else if (MAP.includes(keyword)) {
      inner[keyword] = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, down(one)]));
    }
  }
  return rewrite(inner);
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
    if (MAP.includes(keyword) && isObject(value)) {
      const kept = isObject(next) ? next : {};
      for (const key of Object.keys(value)) {
        compare(value[key], kept[key], () => `${at()}/${escapePointer(key)}`, lost);
      }
    } else if (Array.isArray(value) && LIST.includes(keyword)) {
      const kept = Array.isArray(next) ? next : [];
      for (const [index, one] of value.entries()) compare(one, kept[index], () => `${at()}/${index}`, lost);
    } else if (ONE.includes(keyword)) compare(value, next, at, lost);
  }
}

/** Has an object of properties a member that is no object? Clients on an old SDK then refuse the whole list. */
export function hasLooseProperty(schema: unknown): boolean {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) && Object.values(properties).some((one) => !isObject(one));
}
