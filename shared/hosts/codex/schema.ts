import { escapePointer, isObject, putMember } from '../../json.ts';
import { orderedKeys } from '../text.ts';
import type { HostFinding, LostKeyword, SchemaResult } from '../types.ts';
import { fitToBudget } from './schema-budget.ts';

type Schema = Record<string, unknown>;

const TYPES = new Set(['string', 'number', 'boolean', 'integer', 'object', 'array', 'null']);
const COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;
const TABLES = ['$defs', 'definitions'] as const;
const NUMERIC_BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
/** Nesting that no honest schema reaches; below it everything becomes the empty schema. */
const MAX_DEPTH = 64;

/** Keywords that stay (CX-5.6); `minItems` was seen to stay, whatever the older source says (CX-90.04). */
const KEPT = new Set([
  '$ref',
  'type',
  'description',
  'enum',
  'items',
  'minItems',
  'properties',
  'required',
  'additionalProperties',
  ...COMBINATORS,
  ...TABLES,
]);

/** What decides how a schema is rewritten, besides the schema. */
export interface SchemaRules {
  /** Bytes of compact JSON. */
  maxBytes: number;
  keepsMinItems: boolean;
}

interface Rewrite {
  keepsMinItems: boolean;
  lost: LostKeyword[];
  findings: HostFinding[];
  /** Where something stands that Codex cannot read; the tool is then left out (CX-90.11). */
  unreadable: string[];
  tooDeep: boolean;
}

/**
 * Rewritten schemas by the listed object, for one listing is read by many steps. Only what is asked for again is kept: a
 * look at thousands of tools asks once.
 */
const rewrittenBefore = new WeakMap<object, { rules: SchemaRules; result: SchemaResult }>();
const asked = new WeakSet<object>();

/** The input schema as Codex sends it to the model (CX-5.6); `null` when Codex leaves the tool out because of it. */
export function codexSchema(schema: unknown, rules: SchemaRules): SchemaResult {
  if (!isObject(schema)) return rewriteRoot(schema, rules);
  const known = rewrittenBefore.get(schema);
  if (known?.rules.maxBytes === rules.maxBytes && known.rules.keepsMinItems === rules.keepsMinItems) {
    return known.result;
  }
  const result = rewriteRoot(schema, rules);
  if (asked.has(schema)) rewrittenBefore.set(schema, { rules, result });
  else asked.add(schema);
  return result;
}

function rewriteRoot(schema: unknown, { maxBytes, keepsMinItems }: SchemaRules): SchemaResult {
  const state: Rewrite = { keepsMinItems, lost: [], findings: [], unreadable: [], tooDeep: false };
  if (!isObject(schema)) state.findings.push(missingFinding());
  const root: Schema = isObject(schema) ? schema : {};
  if (root['type'] === 'null') {
    return { schema: null, lost: [], findings: [nullTypeFinding()], rules: ['CX-5.6'] };
  }
  const rewritten = rewrite(withoutTables(root), '', 0, state);
  const whole = Object.assign(rewritten, reachableTables(root, rewritten, state));
  const [unreadable] = state.unreadable;
  if (unreadable !== undefined) {
    return { schema: null, lost: [], findings: [unreadableFinding(unreadable)], rules: ['CX-90.11'] };
  }
  const fitted = fitToBudget(whole, maxBytes);
  if (state.tooDeep) state.findings.push(tooDeepFinding());
  return {
    schema: fitted.schema,
    lost: [...state.lost, ...fitted.lost],
    findings: [...state.findings, ...fitted.findings],
    rules: ['CX-5.6', 'CX-90.04'],
  };
}

/** The root as it is rewritten first: without its definitions, and with properties. Nearly every root is so already. */
function withoutTables(root: Schema): Schema {
  const { properties } = root;
  if (
    properties !== undefined &&
    properties !== null &&
    !TABLES.some((table) => Object.hasOwn(root, table))
  ) {
    return root;
  }
  const { $defs: _reached, definitions: _reachedToo, ...own } = root;
  return { ...own, properties: properties ?? {} };
}

function rewrite(value: unknown, path: string, depth: number, state: Rewrite): Schema {
  if (typeof value === 'boolean') return { type: 'string' };
  if (!isObject(value)) {
    state.unreadable.push(path);
    return {};
  }
  if (depth > MAX_DEPTH) {
    state.tooDeep = true;
    return {};
  }
  for (const keyword of Object.keys(value)) {
    const kept = keyword === 'minItems' ? state.keepsMinItems : KEPT.has(keyword);
    if (!kept && keyword !== 'const') state.lost.push({ path, keyword });
  }
  if (isUnreadable(value)) state.unreadable.push(path);
  const type = inferType(value);
  if (type === undefined && !hasShape(value)) {
    if (typeof value['description'] === 'string') state.lost.push({ path, keyword: 'description' });
    return {};
  }
  const { $ref, description, minItems, required } = value;
  // One object from the start: a listing has very many of these.
  const made: Schema = {};
  if (isString($ref)) made['$ref'] = $ref;
  if (type !== undefined) made['type'] = type;
  if (isString(description)) made['description'] = description;
  addEnum(made, value);
  addItems(made, value, path, depth, state);
  if (state.keepsMinItems && typeof minItems === 'number') made['minItems'] = minItems;
  addProperties(made, value, path, depth, state);
  if (isStringList(required)) made['required'] = required;
  addAdditional(made, value, path, depth, state);
  addCombinators(made, value, path, depth, state);
  addTables(made, value, path, depth, state);
  return made;
}

/** A list of item schemas, or a list that is none: seen to cost the tool (CX-90.11). */
function isUnreadable(value: Schema): boolean {
  const present = (keyword: string) => value[keyword] !== undefined && value[keyword] !== null;
  return (
    Array.isArray(value['items']) ||
    (present('enum') && !Array.isArray(value['enum'])) ||
    (present('required') && !isStringList(value['required']))
  );
}

function hasShape(value: Schema): boolean {
  return isString(value['$ref']) || COMBINATORS.some((keyword) => Array.isArray(value[keyword]));
}

function inferType(value: Schema): unknown {
  const stated = value['type'];
  if (isString(stated) && TYPES.has(stated)) return stated;
  if (Array.isArray(stated)) {
    const known = stated.filter((one) => isString(one) && TYPES.has(one));
    if (known.length > 1) return known;
    if (known.length === 1) return known[0];
  }
  if (hasShape(value)) return undefined;
  const has = (keyword: string) => Object.hasOwn(value, keyword);
  if (has('properties') || has('required') || has('additionalProperties')) return 'object';
  if (has('items') || has('prefixItems')) return 'array';
  if (has('enum') || has('const') || has('format')) return 'string';
  if (NUMERIC_BOUNDS.some(has)) return 'number';
  return undefined;
}

function includesType(type: unknown, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function addEnum(made: Schema, value: Schema): void {
  if (Object.hasOwn(value, 'const')) made['enum'] = [value['const']];
  else if (Array.isArray(value['enum'])) made['enum'] = value['enum'];
}

function addItems(made: Schema, value: Schema, path: string, depth: number, state: Rewrite): void {
  const items = value['items'];
  if (isObject(items) || typeof items === 'boolean') {
    made['items'] = rewrite(items, `${path}/items`, depth + 1, state);
    return;
  }
  if (items !== undefined) state.lost.push({ path, keyword: 'items' });
  if (includesType(made['type'], 'array')) made['items'] = { type: 'string' };
}

function addProperties(made: Schema, value: Schema, path: string, depth: number, state: Rewrite): void {
  const properties = value['properties'];
  if (isObject(properties)) {
    made['properties'] = rewriteTable(properties, `${path}/properties`, depth, state);
  } else if (includesType(made['type'], 'object')) made['properties'] = {};
}

/** Keys come out sorted, as from a sorted map. */
function rewriteTable(table: Schema, path: string, depth: number, state: Rewrite): Schema {
  const made: Schema = {};
  for (const name of orderedKeys(table)) {
    putMember(made, name, rewrite(table[name], `${path}/${escapePointer(name)}`, depth + 1, state));
  }
  return made;
}

function addAdditional(made: Schema, value: Schema, path: string, depth: number, state: Rewrite): void {
  const additional = value['additionalProperties'];
  if (typeof additional === 'boolean') made['additionalProperties'] = additional;
  else if (isObject(additional)) {
    made['additionalProperties'] = rewrite(additional, `${path}/additionalProperties`, depth + 1, state);
  }
}

function addCombinators(made: Schema, value: Schema, path: string, depth: number, state: Rewrite): void {
  for (const keyword of COMBINATORS) {
    const members = value[keyword];
    if (Array.isArray(members)) made[keyword] = rewriteList(members, `${path}/${keyword}`, depth, state);
    else if (members !== undefined) state.lost.push({ path, keyword });
  }
}

const rewriteList = (members: readonly unknown[], path: string, depth: number, state: Rewrite): Schema[] =>
  members.map((one, index) => rewrite(one, `${path}/${index}`, depth + 1, state));

function addTables(made: Schema, value: Schema, path: string, depth: number, state: Rewrite): void {
  for (const keyword of TABLES) {
    const table = value[keyword];
    if (isObject(table)) made[keyword] = rewriteTable(table, `${path}/${keyword}`, depth, state);
    else if (table !== undefined) state.lost.push({ path, keyword });
  }
}

/** The root's definitions that something reachable refers to; the others carry nothing to the model. */
function reachableTables(root: Schema, rewritten: Schema, state: Rewrite): Schema {
  if (!TABLES.some((keyword) => Object.hasOwn(root, keyword))) return {};
  const done = new Map<string, Schema>();
  const queue = refsIn(rewritten);
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    const target = definitionOf(ref);
    if (target === undefined || done.has(target.key)) continue;
    const table = root[target.table];
    if (!isObject(table) || !Object.hasOwn(table, target.name)) continue;
    const path = `/${target.table}/${escapePointer(target.name)}`;
    const definition = rewrite(table[target.name], path, 1, state);
    done.set(target.key, definition);
    for (const next of refsIn(definition)) queue.push(next);
  }
  const kept: Schema = {};
  for (const keyword of TABLES) {
    const table = root[keyword];
    if (table !== undefined && !isObject(table)) state.lost.push({ path: '', keyword });
    if (!isObject(table)) continue;
    const entries = orderedKeys(table).flatMap((name) => {
      const definition = done.get(`${keyword}/${name}`);
      return definition === undefined ? [] : [[name, definition] as const];
    });
    if (entries.length > 0) kept[keyword] = Object.fromEntries(entries);
  }
  return kept;
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && isString(inner) ? [inner] : refsIn(inner),
  );
}

/** `#/$defs/Name…` → the entry it enters; other references point into the schema itself or nowhere. */
export function definitionOf(ref: string): { table: string; name: string; key: string } | undefined {
  const [hash, table, token] = ref.split('/');
  if (hash !== '#' || token === undefined || (table !== '$defs' && table !== 'definitions')) return undefined;
  const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
  return { table, name, key: `${table}/${name}` };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isStringList = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

function missingFinding(): HostFinding {
  return {
    code: 'schema-missing',
    severity: 'warning',
    message:
      'There is no input schema that is an object. Codex cannot read a list with such a tool, so it has no tool of this server; shown here is an object without properties.',
    rules: ['CX-5.6', 'CX-90.11'],
  };
}

function nullTypeFinding(): HostFinding {
  return {
    code: 'schema-refused',
    severity: 'error',
    message: 'The schema says that the input is null. Codex leaves the tool out. Use {"type":"object"}.',
    rules: ['CX-5.6'],
  };
}

function unreadableFinding(path: string): HostFinding {
  return {
    code: 'schema-refused',
    severity: 'error',
    message: `Codex cannot read the schema at ${path === '' ? 'its root' : path} and leaves the tool out.`,
    rules: ['CX-90.11'],
  };
}

function tooDeepFinding(): HostFinding {
  return {
    code: 'schema-too-deep',
    severity: 'warning',
    message: `The schema nests deeper than ${MAX_DEPTH} levels; what lies below was left out here.`,
    rules: ['CX-5.6'],
  };
}
