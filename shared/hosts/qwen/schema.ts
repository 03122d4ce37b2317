import { isObject } from '../../json.ts';
import { lostKeywords, mapSchemas } from '../listed/walk.ts';
import type { SchemaResult } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

const DROPPED = new Set(['$schema', '$id', 'uniqueItems']);

/** The schema in the text of a search: as the server gave it (QW-5.1). */
export function qwenSchema(schema: unknown): SchemaResult {
  return {
    schema: schema ?? { type: 'object', properties: {} },
    lost: [],
    findings: [],
    rules: ['QW-5.1'],
  };
}

/** The schema of a tool that is declared at once (QW-5.2). */
export function qwenDeclared(schema: unknown): SchemaResult {
  const given = schema ?? { type: 'object', properties: {} };
  const result = mapSchemas(given, relaxed);
  return { schema: result, lost: lostKeywords(given, result), findings: [], rules: ['QW-5.2'] };
}

function relaxed(schema: Json): Json {
  const open = schema['additionalProperties'] === false && hasOptional(schema);
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword]) => !DROPPED.has(keyword) && !(open && keyword === 'additionalProperties'),
    ),
  );
}

function hasOptional({ properties, required }: Json): boolean {
  if (!isObject(properties)) return false;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.keys(properties).some((key) => !needed.includes(key));
}
