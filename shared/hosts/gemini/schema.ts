import { isObject } from '../../json.ts';
import { lostKeywords, mapSchemas } from '../listed/walk.ts';
import type { SchemaResult } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

const WAIT = 'wait_for_previous';

/** A property of the host's own, described in our words, by which the model says whether a call waits for the ones before (GM-5.2). */
const WAIT_PROPERTY = { type: 'boolean', description: 'Wait for the calls of this turn that come before.' };

/** A pair of a type and null becomes the type and `nullable`; the root gains a property (GM-5.1, GM-5.2). */
export function geminiSchema(schema: unknown): SchemaResult {
  const given = schema ?? { type: 'object', properties: {} };
  const nullable = mapSchemas(given, withNullable);
  const result = withWait(nullable);
  return { schema: result, lost: lostKeywords(given, result), findings: [], rules: ['GM-5.1', 'GM-5.2'] };
}

function withNullable(schema: Json): Json {
  const type: unknown = schema['type'];
  if (!Array.isArray(type) || type.length !== 2) return schema;
  const at = type.indexOf('null');
  const other: unknown = type[1 - at];
  return at === -1 || typeof other !== 'string' ? schema : { ...schema, type: other, nullable: true };
}

function withWait(schema: unknown): unknown {
  if (!isObject(schema) || schema['type'] !== 'object') return schema;
  const properties = schema['properties'] ?? {};
  return isObject(properties) ? { ...schema, properties: { ...properties, [WAIT]: WAIT_PROPERTY } } : schema;
}
