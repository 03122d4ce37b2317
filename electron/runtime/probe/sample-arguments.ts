import { isObject } from '../../../shared/json.ts';

/** Deeper schemas are not worth a guess. */
const MAX_DEPTH = 6;

/** The smallest arguments that keep to an object schema, or undefined where that would take a guess. */
export function sampleArguments(schema: unknown): Record<string, unknown> | undefined {
  const value = sample(schema, 0);
  return isObject(value) ? value : undefined;
}

function sample(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
  for (const key of ['const', 'default']) if (schema[key] !== undefined) return schema[key];
  for (const key of ['enum', 'examples']) {
    const list = schema[key];
    if (Array.isArray(list) && list.length > 0) return (list as unknown[])[0];
  }
  switch (schema['type']) {
    case 'object':
      return sampleObject(schema, depth);
    case 'array':
      return typeof schema['minItems'] === 'number' && schema['minItems'] > 0 ? undefined : [];
    case 'string':
      return plainString(schema) ? 'synthetic' : undefined;
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return undefined;
  }
}

function sampleObject(schema: Record<string, unknown>, depth: number): unknown {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const out: Record<string, unknown> = {};
  for (const name of required) {
    if (typeof name !== 'string') return undefined;
    const value = sample(properties[name], depth + 1);
    if (value === undefined) return undefined;
    out[name] = value;
  }
  return out;
}

const plainString = (schema: Record<string, unknown>): boolean =>
  schema['pattern'] === undefined &&
  schema['format'] === undefined &&
  (typeof schema['minLength'] === 'number' ? schema['minLength'] : 0) <= 'synthetic'.length;
