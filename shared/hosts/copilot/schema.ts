import { formatJson, isObject } from '../../json.ts';
import { lostKeywords } from '../listed/walk.ts';
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
  const [root, findings] = flatRoot(given);
  const shortened = shorten(root);
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
function flatRoot(given: Json): [Json, HostFinding[]] {
  const used = AT_ROOT.filter((keyword) => Array.isArray(given[keyword]));
  if (used.length === 0) return [arranged(given), []];
  const schema = inOrder(given, sorted);
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
  return [{ ...root, properties }, [finding]];
}

const namesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];

/** First pass, children first: keys in order, limits become words, lists and tuples get one schema of items (CP-5.1). */
function short(schema: unknown): unknown {
  if (typeof schema === 'boolean') return {};
  return isObject(schema) ? shorten(arranged(schema)) : sorted(schema);
}

function shorten(schema: Json): Json {
  const inner = children(schema, short);
  if (Array.isArray(inner['items'])) inner['items'] = { anyOf: inner['items'] };
  if (inner['type'] === 'array' && inner['items'] === undefined) inner['items'] = {};
  return Object.keys(inner).some((keyword) => IS_TOLD.has(keyword)) ? tell(inner, TOLD) : inner;
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

/** One schema with its keys in order; the schemas inside are left to those who go down. */
function arranged(schema: Json): Json {
  return inOrder(schema, (value, keyword) => {
    if (!isOpen(value) || keyword === 'items' || keyword === 'additionalProperties') return value;
    if (Array.isArray(value)) return LISTS.has(keyword) ? value : sorted(value);
    return MAPS.has(keyword) && isObject(value) ? inOrder(value, (one) => one) : sorted(value);
  });
}

/** Keys in order everywhere: the text in the description shows it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isOpen) ? value.map(sorted) : value;
  return isObject(value) ? inOrder(value, sorted) : value;
}

const inOrder = (value: Json, of: (one: unknown, key: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, of(value[key], key)]),
  );

const isOpen = (value: unknown): boolean => typeof value === 'object' && value !== null;
