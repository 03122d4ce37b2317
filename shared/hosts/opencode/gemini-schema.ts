import { isObject } from '../../json.ts';

type Json = Readonly<Record<string, unknown>>;

const COPIED = ['description', 'required', 'format'] as const;

/** What the Gemini wire is given; nothing at all for an object without properties (OC-5.3). */
export function forGemini(schema: unknown): unknown {
  return convert(schema, true);
}

function convert(schema: unknown, isRoot: boolean): unknown {
  if (typeof schema === 'boolean') return { type: 'boolean', properties: {} };
  if (!isObject(schema)) return undefined;
  if (isEmptyObject(schema)) return isRoot ? undefined : emptyObject(schema);
  const result: Record<string, unknown> = {};
  for (const keyword of COPIED) {
    const value = schema[keyword];
    if (value !== undefined && value !== '') result[keyword] = value;
  }
  if (schema['const'] !== undefined) result['enum'] = [schema['const']];
  addType(schema['type'], result);
  if (schema['enum'] !== undefined) result['enum'] = schema['enum'];
  if (isObject(schema['properties'])) {
    result['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([key, one]) => [key, convert(one, false)]),
    );
  }
  const { items } = schema;
  if (Array.isArray(items)) result['items'] = items.map((one) => convert(one, false));
  else if (items !== undefined) result['items'] = convert(items, false);
  if (Array.isArray(schema['allOf'])) result['allOf'] = schema['allOf'].map((one) => convert(one, false));
  if (Array.isArray(schema['anyOf'])) addAnyOf(schema['anyOf'], result);
  if (Array.isArray(schema['oneOf'])) result['oneOf'] = schema['oneOf'].map((one) => convert(one, false));
  if (schema['minLength'] !== undefined) result['minLength'] = schema['minLength'];
  return result;
}

function isEmptyObject(schema: Json): boolean {
  const { type, properties, additionalProperties } = schema;
  const none = !isObject(properties) || Object.keys(properties).length === 0;
  return type === 'object' && none && (additionalProperties === undefined || additionalProperties === false);
}

function emptyObject({ description }: Json): Json {
  return {
    type: 'object',
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
  };
}

function addType(type: unknown, result: Record<string, unknown>): void {
  if (!Array.isArray(type)) {
    if (type !== undefined) result['type'] = type;
    return;
  }
  const types: readonly unknown[] = type;
  const others = types.filter((one) => one !== 'null');
  if (others.length === 0) {
    result['type'] = 'null';
    return;
  }
  result['anyOf'] = others.map((one) => ({ type: one }));
  if (others.length < types.length) result['nullable'] = true;
}

const isNull = (one: unknown): boolean => isObject(one) && one['type'] === 'null';

function addAnyOf(branches: readonly unknown[], result: Record<string, unknown>): void {
  const others = branches.filter((one) => !isNull(one));
  if (others.length === branches.length) {
    result['anyOf'] = branches.map((one) => convert(one, false));
    return;
  }
  const [only, ...more] = others;
  if (only === undefined || more.length > 0) {
    result['anyOf'] = others.map((one) => convert(one, false));
    result['nullable'] = true;
    return;
  }
  const converted = convert(only, false);
  if (!isObject(converted)) return;
  result['nullable'] = true;
  Object.assign(result, converted);
}
