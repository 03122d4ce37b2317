import { escapePointer, isObject } from '../../json.ts';
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_MEMBERS } from '../../schema-members.ts';
import type { LostKeyword } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

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

const isListKeyword = (keyword: string): boolean => keyword === 'items' || SCHEMA_LISTS.has(keyword);

function mapPart(keyword: string, value: object, rewrite: (schema: Json) => unknown): unknown {
  if (Array.isArray(value)) {
    if (!isListKeyword(keyword)) return value;
    const list = value.map((one) => mapSchemas(one, rewrite));
    return list.every((one, index) => one === value[index]) ? value : list;
  }
  if (SCHEMA_MEMBERS.has(keyword)) return mapSchemas(value, rewrite);
  if (!SCHEMA_MAPS.has(keyword) || !isObject(value)) return value;
  const keys = Object.keys(value);
  const members = keys.map((key) => mapSchemas(value[key], rewrite));
  const same = keys.every((key, index) => value[key] === members[index]);
  return same ? value : Object.fromEntries(keys.map((key, index) => [key, members[index]]));
}

/** Keywords that stood in a schema object and are in the rewritten one no more, at every pointer that both have. */
export function lostKeywords(before: unknown, after: unknown): LostKeyword[] {
  const lost: LostKeyword[] = [];
  compare(before, after, [], lost);
  return lost;
}

/** `path` is where both stand; it is written out only where something is found: nearly everything stays. */
function compare(before: unknown, after: unknown, path: string[], lost: LostKeyword[]): void {
  if (before === after || !isObject(before)) return;
  const now = isObject(after) ? after : NOTHING;
  for (const keyword of Object.keys(before)) {
    if (!Object.hasOwn(now, keyword)) {
      lost.push({ path: path.map((token) => `/${escapePointer(token)}`).join(''), keyword });
      continue;
    }
    const value = before[keyword];
    if (typeof value !== 'object' || value === null || value === now[keyword]) continue;
    path.push(keyword);
    compareParts(keyword, value, now[keyword], path, lost);
    path.pop();
  }
}

function compareParts(
  keyword: string,
  value: object,
  next: unknown,
  path: string[],
  lost: LostKeyword[],
): void {
  if (Array.isArray(value)) {
    if (!isListKeyword(keyword)) return;
    const kept: readonly unknown[] = Array.isArray(next) ? next : [];
    for (let index = 0; index < value.length; index += 1) {
      path.push(String(index));
      compare(value[index], kept[index], path, lost);
      path.pop();
    }
  } else if (SCHEMA_MAPS.has(keyword) && isObject(value)) {
    const kept = isObject(next) ? next : NOTHING;
    for (const key of Object.keys(value)) {
      if (value[key] === kept[key]) continue;
      path.push(key);
      compare(value[key], kept[key], path, lost);
      path.pop();
    }
  } else if (SCHEMA_MEMBERS.has(keyword)) compare(value, next, path, lost);
}

const NOTHING: Json = {};

/** Has an object of properties a member that is no object? Clients on an old SDK then refuse the whole list. */
export function hasLooseProperty(schema: unknown): boolean {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) && Object.values(properties).some((one) => !isObject(one));
}
