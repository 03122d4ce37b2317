import { formatJson, isObject, putMember } from '../../json.ts';
import { lostKeywords } from '../listed/walk.ts';
import { orderedKeys } from '../text.ts';
import type { HostFinding, HostWire, SchemaResult } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Keywords that leave the schema for the description, in the order in which they are written there (CP-5.1). */
const TOLD = (
  'contentEncoding contentMediaType not minLength maxLength pattern format minimum maximum multipleOf ' +
  'exclusiveMinimum exclusiveMaximum patternProperties minItems maxItems uniqueItems unevaluatedProperties ' +
  'propertyNames minProperties maxProperties unevaluatedItems contains minContains maxContains if then else ' +
  'dependentRequired dependentSchemas'
).split(' ');
const COMBINATORS = ['anyOf', 'oneOf'] as const;
const AT_ROOT = [...COMBINATORS, 'allOf'] as const;

/** Keywords that the Anthropic wire is left with: for every schema, for objects, for arrays (CP-5.2). */
const PLAIN = ['$ref', '$defs', 'type', 'title', 'description', 'enum', 'const', 'anyOf', 'allOf'];
const OF_OBJECTS = ['properties', 'required', 'additionalProperties'];
const OF_ARRAYS = ['items'];

const MAPS = new Set(['properties', '$defs', 'definitions']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'items']);
const IS_TOLD = new Set(TOLD);

/** What the model cannot be asked to keep to is told in the description instead (CP-5.1 to CP-5.3). */
export function copilotSchema(schema: unknown, wire: HostWire): SchemaResult {
  const given = isObject(schema) ? schema : {};
  const flat = flatRoot(given);
  const shortened = flat === undefined ? short(given) : shorten(flat.root, Object.keys);
  const findings = flat === undefined ? [] : [flat.finding];
  const rewritten = wire === 'messages' ? known(shortened) : shortened;
  const result = isObject(rewritten) ? rewritten : {};
  const whole = Object.hasOwn(result, 'properties') ? result : { ...result, properties: {} };
  return {
    schema: whole,
    lost: lostKeywords(given, whole),
    findings,
    rules: wire === 'messages' ? ['CP-5.1', 'CP-5.2', 'CP-5.3'] : ['CP-5.1', 'CP-5.3'],
  };
}

/** A combinator at the root: branches of allOf are joined, those of the others become words (CP-5.3). */
function flatRoot(given: Json): { root: Json; finding: HostFinding } | undefined {
  const used = AT_ROOT.filter((keyword) => Array.isArray(given[keyword]));
  if (used.length === 0) return undefined;
  const schema = inOrder(given);
  let root = { ...schema };
  let properties = isObject(root['properties']) ? root['properties'] : {};
  for (const keyword of COMBINATORS) {
    const branches: unknown = root[keyword];
    if (!Array.isArray(branches)) continue;
    const named = branches
      .filter(isObject)
      .flatMap(({ properties: own }) => Object.keys(isObject(own) ? own : {}));
    properties = { ...Object.fromEntries(named.map((key) => [key, {}])), ...properties };
    const { [keyword]: _told, ...rest } = root;
    root = { ...rest, description: told(rest['description'], [keyword], { [keyword]: branches }) };
  }
  const { allOf, ...rest } = root;
  if (Array.isArray(allOf)) {
    const branches = allOf.filter(isObject);
    for (const { properties: own } of branches) if (isObject(own)) properties = { ...properties, ...own };
    const required = [rest, ...branches].flatMap(({ required: own }) => namesIn(own));
    root = { ...rest, ...(required.length === 0 ? {} : { required: [...new Set(required)] }) };
  }
  const finding: HostFinding = {
    code: 'schema-flattened',
    severity: 'warning',
    message: `The host takes ${used.join(', ')} away from the root of the schema; the model reads of it in the description at best.`,
    rules: ['CP-5.3'],
  };
  return { root: { ...root, properties }, finding };
}

const namesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];

/** First pass, children first: keys in order, limits become words, lists and tuples get one schema of items (CP-5.1). */
function short(schema: unknown): unknown {
  if (typeof schema === 'boolean') return {};
  return isObject(schema) ? shorten(schema, orderedKeys) : sorted(schema);
}

type KeysOf = (value: Json) => string[];

function shorten(schema: Json, keysOf: KeysOf): Json {
  const made: Record<string, unknown> = {};
  let isTold = false;
  for (const keyword of keysOf(schema)) {
    const value = schema[keyword];
    if (IS_TOLD.has(keyword) && value !== undefined) isTold = true;
    else putMember(made, keyword, shortPart(keyword, value, keysOf));
  }
  if (Array.isArray(made['items'])) made['items'] = { anyOf: made['items'] };
  if (made['type'] === 'array' && made['items'] === undefined) made['items'] = {};
  if (isTold) {
    const present = TOLD.filter((keyword) => schema[keyword] !== undefined);
    const values = Object.fromEntries(present.map((keyword) => [keyword, sorted(schema[keyword])]));
    made['description'] = told(made['description'], present, values);
  }
  return made;
}

function shortPart(keyword: string, value: unknown, keysOf: KeysOf): unknown {
  if (keyword === 'items' && !Array.isArray(value)) return short(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return LISTS.has(keyword) ? value.map(short) : sorted(value);
  if (keyword === 'additionalProperties') return short(value);
  if (!MAPS.has(keyword) || !isObject(value)) return sorted(value);
  const map: Record<string, unknown> = {};
  for (const key of keysOf(value)) putMember(map, key, short(value[key]));
  return map;
}

/** Second pass, for the Anthropic wire: a keyword that it does not know is told with all that is in it (CP-5.2). */
function known(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { oneOf, ...rest } = schema;
  const combined: Json =
    oneOf === undefined || schema['anyOf'] !== undefined ? schema : { ...rest, anyOf: oneOf };
  const { type } = combined;
  const kept = [...PLAIN, ...(type === 'object' ? OF_OBJECTS : []), ...(type === 'array' ? OF_ARRAYS : [])];
  const strange = Object.keys(combined).filter((keyword) => !kept.includes(keyword));
  return children(tell(combined, strange.toSorted()), known);
}

function children(schema: Json, down: (one: unknown) => unknown): Record<string, unknown> {
  const result: Record<string, unknown> = { ...schema };
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (keyword === 'items' && !Array.isArray(value)) result[keyword] = down(value);
    else if (typeof value !== 'object' || value === null) continue;
    else if (Array.isArray(value)) {
      if (LISTS.has(keyword)) result[keyword] = value.map(down);
    } else if (keyword === 'additionalProperties') result[keyword] = down(value);
    else if (MAPS.has(keyword)) {
      result[keyword] = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, down(one)]));
    }
  }
  return result;
}

function tell(schema: Json, keywords: readonly string[]): Json {
  const present = keywords.filter((keyword) => schema[keyword] !== undefined);
  if (present.length === 0) return schema;
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !present.includes(keyword)));
  return { ...rest, description: told(rest['description'], present, schema) };
}

/** The words, then what was taken away in braces. */
function told(description: unknown, keywords: readonly string[], values: Json): string {
  const members = keywords.map((keyword) => `${keyword}: ${formatJson(values[keyword])}`);
  const braces = `{${members.join(', ')}}`;
  return typeof description === 'string' && description !== '' ? `${description}\n\n${braces}` : braces;
}

/** Keys in order everywhere: the text in the description shows it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isOpen) ? value.map(sorted) : value;
  return isObject(value) ? inOrder(value) : value;
}

function inOrder(value: Json): Json {
  const made: Record<string, unknown> = {};
  for (const key of orderedKeys(value)) putMember(made, key, sorted(value[key]));
  return made;
}

const isOpen = (value: unknown): boolean => typeof value === 'object' && value !== null;
