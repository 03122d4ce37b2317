import { escapePointer, isObject } from '../../json.ts';
import type { LostKeyword } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Keywords whose value is one schema, a list of schemas, or a map of schemas. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'];
const MAP = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Rewrites every schema object of a schema, children first; `path` is a JSON pointer, the root's is `''`. */
export function mapSchemas(
  schema: unknown,
  rewrite: (schema: Json, path: string) => unknown,
  path = '',
): unknown {
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const at = `${path}/${escapePointer(keyword)}`;
      if (LIST.includes(keyword) && Array.isArray(value)) {
        return [keyword, value.map((one, index) => mapSchemas(one, rewrite, `${at}/${index}`))];
      }
      if (ONE.includes(keyword) && isObject(value)) return [keyword, mapSchemas(value, rewrite, at)];
      if (MAP.includes(keyword) && isObject(value)) {
        return [
          keyword,
          Object.fromEntries(
            Object.entries(value).map(([key, one]) => [
              key,
              mapSchemas(one, rewrite, `${at}/${escapePointer(key)}`),
            ]),
          ),
        ];
      }
      return [keyword, value];
    }),
  );
  return rewrite(inner, path);
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
