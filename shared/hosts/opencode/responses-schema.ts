import { isObject } from '../../json.ts';

type Json = Readonly<Record<string, unknown>>;

const TYPES = ['string', 'number', 'boolean', 'integer', 'object', 'array', 'null'];
const COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;
const DEFINITIONS = ['$defs', 'definitions'] as const;

/** What a keyword says about the type of a schema that does not name one, in the order in which they are asked (OC-5.2). */
const HINTS: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties']],
  ['array', ['items', 'prefixItems']],
  ['string', ['enum', 'const', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The few keywords that the Responses wire is given (OC-5.2). */
export function forResponses(schema: unknown): unknown {
  if (typeof schema === 'boolean') return { type: 'string' };
  if (!isObject(schema)) return schema;
  const kept = keptMembers(schema);
  const named = typesOf(schema['type']);
  const refers = Object.hasOwn(kept, '$ref') || COMBINATORS.some((keyword) => Object.hasOwn(kept, keyword));
  if (named.length === 0 && refers) return kept;
  const types = named.length > 0 ? named : inferred(schema);
  const [only] = types;
  if (only === undefined) return {};
  return {
    ...kept,
    type: types.length === 1 ? only : types,
    ...(types.includes('object') && !Object.hasOwn(kept, 'properties') ? { properties: {} } : {}),
    ...(types.includes('array') && !Object.hasOwn(kept, 'items') ? { items: { type: 'string' } } : {}),
  };
}

function keptMembers(schema: Json): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const keyword of ['$ref', 'description'] as const) {
    if (typeof schema[keyword] === 'string') kept[keyword] = schema[keyword];
  }
  if (Object.hasOwn(schema, 'const')) kept['enum'] = [schema['const']];
  else if (Array.isArray(schema['enum'])) kept['enum'] = schema['enum'];
  if (isObject(schema['properties'])) kept['properties'] = mapValues(schema['properties']);
  if (Array.isArray(schema['required'])) {
    kept['required'] = schema['required'].filter((name) => typeof name === 'string');
  }
  const { items, additionalProperties } = schema;
  if (items !== undefined)
    kept['items'] = Array.isArray(items) ? items.map(forResponses) : forResponses(items);
  if (additionalProperties !== undefined) {
    kept['additionalProperties'] =
      typeof additionalProperties === 'boolean' ? additionalProperties : forResponses(additionalProperties);
  }
  for (const keyword of COMBINATORS) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) kept[keyword] = branches.map(forResponses);
  }
  for (const keyword of DEFINITIONS) {
    if (isObject(schema[keyword])) kept[keyword] = mapValues(schema[keyword]);
  }
  return kept;
}

const mapValues = (map: Json): Json =>
  Object.fromEntries(Object.entries(map).map(([key, one]) => [key, forResponses(one)]));

function typesOf(type: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(type) ? type : [type];
  return all.filter((one): one is string => typeof one === 'string' && TYPES.includes(one));
}

function inferred(schema: Json): string[] {
  const hint = HINTS.find(([, keywords]) => keywords.some((keyword) => Object.hasOwn(schema, keyword)));
  return hint === undefined ? [] : [hint[0]];
}
