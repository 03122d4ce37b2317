import type { RJSFSchema } from '@rjsf/utils';
import { isObject } from '../../shared/json.ts';
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_MEMBERS } from '../../shared/schema-members.ts';
import { resolveReference } from './quickMatch.ts';
import { titledBranches } from './branchTitles.ts';

const MAX_DEPTH = 64;

/** In a drawn schema: null is allowed beside what else is said. */
export const NULLABLE = 'nullable';
/** In a drawn schema: what people read for each member of `enum`. */
export const ENUM_TITLES = 'enumTitles';

/**
 * The schema as the form can draw it: "X or null" becomes a nullable X, choices between single values become a list of
 * values with titles, the branches of a union get names, references out of the document are dropped. The wire's schema
 * stays what values are checked against.
 */
export function formSchema(schema: unknown): RJSFSchema {
  const root = rewrite(schema, 0, schema);
  return { ...(isObject(root) ? root : {}), type: 'object' };
}

type Part = Record<string, unknown>;

function rewrite(schema: unknown, depth: number, root: unknown): unknown {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const out: Part = {};
  for (const [key, value] of Object.entries(schema)) {
    if (SCHEMA_MEMBERS.has(key))
      out[key] = Array.isArray(value) ? rewriteList(value, depth, root) : rewrite(value, depth + 1, root);
    else if (SCHEMA_LISTS.has(key)) out[key] = rewriteList(value, depth, root);
    else if (SCHEMA_MAPS.has(key)) out[key] = rewriteMap(value, depth, root, key === 'properties');
    else if (key !== '$ref' || (isLocalReference(value) && !(depth === 0 && value === '#'))) out[key] = value;
  }
  // The form knows tuples only by their older spelling.
  if (Array.isArray(out['prefixItems']) && out['items'] === undefined) out['items'] = out['prefixItems'];
  return named(listed(nullable(withoutEmptyUnions(out), root)));
}

const rewriteList = (value: unknown, depth: number, root: unknown): unknown[] =>
  Array.isArray(value) ? value.map((member) => rewrite(member, depth + 1, root)) : [];

function rewriteMap(value: unknown, depth: number, root: unknown, ofMembers: boolean): Part {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const drawn = rewrite(member, depth + 1, root);
      // A member that may be anything still has to be seen.
      const isOpen = drawn === true || (isObject(drawn) && Object.keys(drawn).length === 0);
      return [name, ofMembers && isOpen ? { title: name } : drawn];
    }),
  );
}

const isLocalReference = (value: unknown): boolean => typeof value === 'string' && value.startsWith('#');

const unionsOf = (schema: Part): readonly (readonly [string, readonly unknown[]])[] =>
  ['anyOf', 'oneOf'].flatMap((key) => {
    const options = schema[key];
    return Array.isArray(options) && options.length > 0 ? [[key, options] as const] : [];
  });

const without = (schema: Part, key: string): Part => {
  const { [key]: _left, ...rest } = schema;
  return rest;
};

/** "Either a or b is required" offers no fields, so there is nothing to choose; the check still tells. */
function withoutEmptyUnions(schema: Part): Part {
  let out = schema;
  for (const [key, options] of unionsOf(schema)) {
    const says = (option: unknown): boolean =>
      isObject(option) &&
      Object.keys(option).every((word) => ['required', 'not', 'description'].includes(word));
    if (isObject(schema['properties']) && options.every(says)) out = without(out, key);
  }
  return out;
}

function nullable(schema: Part, root: unknown): Part {
  for (const [key, options] of unionsOf(schema)) {
    const others = options.filter((option) => !isNull(option));
    const [other] = others;
    if (others.length !== 1 || options.length !== 2 || !isObject(other)) continue;
    return orNull({ ...inlined(other, root), ...without(schema, key) });
  }
  const { type } = schema;
  return Array.isArray(type) && type.includes('null') && type.length > 1
    ? orNull({ ...schema, type: type.filter((one) => one !== 'null') })
    : schema;
}

/** A reference to a list of values is looked up, so that null can join the list. Others stay: they may lead back here. */
function inlined(schema: Part, root: unknown): Part {
  const { $ref, ...rest } = schema;
  const target = typeof $ref === 'string' ? resolveReference($ref, root) : undefined;
  return isObject(target) && (Array.isArray(target['enum']) || 'const' in target)
    ? { ...target, ...rest }
    : schema;
}

function orNull(schema: Part): Part {
  const types: unknown = schema['type'];
  const type: unknown = isList(types) && types.length === 1 ? types[0] : types;
  const out: Part = { ...schema, [NULLABLE]: true, ...(type === undefined ? {} : { type }) };
  if (type === 'boolean' && !isList(schema['enum']))
    return { ...out, enum: [true, false, null], [ENUM_TITLES]: ['Yes', 'No', 'null'] };
  if ('const' in schema && !isList(schema['enum']))
    return { ...without(out, 'const'), enum: [schema['const'], null] };
  if (!isList(schema['enum']) || schema['enum'].includes(null)) return out;
  const titles = schema[ENUM_TITLES] ?? schema['enumNames'];
  return {
    ...out,
    enum: [...schema['enum'], null],
    ...(isList(titles) ? { [ENUM_TITLES]: [...titles, 'null'] } : {}),
  };
}

/** Single values and choices between single values become one list of values, whatever types they have. */
function listed(schema: Part): Part {
  if (isList(schema['enum'])) {
    const names = schema[ENUM_TITLES] ?? schema['enumNames'];
    return asList(schema, schema['enum'], isList(names) ? names : []);
  }
  if ('const' in schema) return asList(schema, [schema['const']], [schema['title']]);
  for (const [key, options] of unionsOf(schema)) {
    if (isObject(schema['properties']) || !options.every(isSingle)) continue;
    const singles = options.filter(isObject);
    return asList(
      without(schema, key),
      singles.map((option) => (isNull(option) ? null : valueOf(option))),
      singles.map((option) => option['title']),
    );
  }
  return schema;
}

/** Without a type the form takes every list of values for a choice; the values keep their own types. */
function asList(schema: Part, values: readonly unknown[], titles: readonly unknown[]): Part {
  const rest = without(without(without(schema, 'type'), 'enumNames'), ENUM_TITLES);
  const known = titles.some((title) => typeof title === 'string');
  return {
    ...rest,
    enum: [...values],
    ...(known ? { [ENUM_TITLES]: values.map((value, at) => titleOf(titles[at]) ?? valueText(value)) } : {}),
  };
}

const titleOf = (title: unknown): string | undefined => (typeof title === 'string' ? title : undefined);

/** A value as people read it in a list. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

const isSingle = (schema: unknown): boolean =>
  isNull(schema) ||
  (isObject(schema) && ('const' in schema || (isList(schema['enum']) && schema['enum'].length === 1)));
const valueOf = (schema: Part): unknown =>
  'const' in schema ? schema['const'] : isList(schema['enum']) ? schema['enum'][0] : undefined;

function named(schema: Part): Part {
  let out = schema;
  for (const [key, options] of unionsOf(schema)) out = { ...out, [key]: titledBranches(options) };
  return out;
}

const isNull = (schema: unknown): boolean =>
  isObject(schema) &&
  (schema['type'] === 'null' || ('const' in schema && schema['const'] === null)) &&
  Object.keys(schema).every((key) => ['type', 'title', 'const', 'description', 'enum'].includes(key)) &&
  (!isList(schema['enum']) || schema['enum'].every((value) => value === null));

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
