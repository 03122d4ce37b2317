import { isObject } from '../../json.ts';
import type { HostFinding, LostKeyword, RuleRef, SchemaResult } from '../types.ts';
import { validSchema } from './valid.ts';
import type { ClaudeVersion } from './versions.ts';

type Schema = Readonly<Record<string, unknown>>;

const COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;
type Combinator = (typeof COMBINATORS)[number];

/** Unchanged (CC-90.03), but for combinators at the root (CC-90.11); `null` when the tool is left out because of it. */
export function claudeSchema(version: ClaudeVersion, schema: unknown): SchemaResult {
  const rules: readonly RuleRef[] = ['CC-4.07', 'CC-90.03'];
  if (!isObject(schema)) {
    const finding: HostFinding = {
      code: 'schema-missing',
      severity: 'warning',
      message:
        'There is no input schema that is an object. Claude Code cannot read a list with such a tool, so it has no tool of this server; shown here is an object without properties.',
      rules: ['CC-90.14'],
    };
    return { schema: { type: 'object', properties: {} }, lost: [], findings: [finding], rules };
  }
  if (version.checksSchemas && !validSchema(schema)) {
    return refused('The schema is not a valid JSON schema', 'CC-90.15');
  }
  const used = COMBINATORS.filter((keyword) => Object.hasOwn(schema, keyword));
  if (used.length === 0) return { schema, lost: [], findings: [], rules };
  if (version.rootCombinators === 'left-out') {
    return refused(`There is ${used.join(' and ')} at the root of the schema`, 'CC-90.11');
  }
  const finding: HostFinding = {
    code: 'schema-flattened',
    severity: 'warning',
    message: `Claude Code flattens ${used.join(', ')} at the root into one list of properties and says so in the description.`,
    rules: ['CC-90.11'],
  };
  return {
    schema: flattened(schema, used),
    lost: used.map((keyword): LostKeyword => ({ path: '', keyword })),
    findings: [finding],
    rules: [...rules, 'CC-90.11'],
  };
}

function refused(why: string, rule: RuleRef): SchemaResult {
  const finding: HostFinding = {
    code: 'schema-refused',
    severity: 'error',
    message: `${why}, so Claude Code leaves the tool out.`,
    rules: [rule],
  };
  return { schema: null, lost: [], findings: [finding], rules: [rule] };
}

/** The root's own properties first; only allOf makes a branch's required properties required (CC-90.11). */
function flattened(schema: Schema, used: readonly Combinator[]): Schema {
  const properties: Record<string, unknown> = {};
  const required = new Set(stringsOf(schema['required']));
  for (const one of [schema, ...used.flatMap((keyword) => branchesOf(schema, keyword))]) {
    if (isObject(one['properties'])) Object.assign(properties, one['properties']);
  }
  for (const branch of branchesOf(schema, 'allOf')) {
    for (const name of stringsOf(branch['required'])) required.add(name);
  }
  const own = ['type', 'properties', 'required', 'additionalProperties', ...COMBINATORS];
  const rest = Object.entries(schema).filter(([key]) => !own.includes(key));
  return {
    type: 'object',
    ...Object.fromEntries(rest),
    properties,
    required: [...required],
    additionalProperties: true,
  };
}

function branchesOf(schema: Schema, keyword: Combinator): Schema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** What the description says of a flattened root, in words of ours; it stands before the description (CC-90.11). */
export function flattenedNote(version: ClaudeVersion, schema: unknown): string {
  if (!isObject(schema) || version.rootCombinators === 'left-out') return '';
  const notes = COMBINATORS.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => {
    if (keyword === 'allOf') return 'All parameters belong together.';
    const branches = branchesOf(schema, keyword).map((branch) => {
      const required = stringsOf(branch['required']);
      const names = required.length > 0 ? required : Object.keys(asObject(branch['properties']));
      return `(${names.join(', ')})`;
    });
    return `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of: ${branches.join(' or ')}.`;
  });
  return notes.length === 0 ? '' : `${notes.join(' ')}\n\n`;
}

const asObject = (value: unknown): Schema => (isObject(value) ? value : {});

/** Does one tool with this schema make the whole list unreadable (CC-90.14)? A schema that is not given says nothing. */
export function spoilsList(version: ClaudeVersion, schema: unknown): boolean {
  if (!isObject(schema)) return schema !== undefined;
  const { type, properties, required } = schema;
  if (type !== 'object') return true;
  if (properties !== undefined && !isObject(properties)) return true;
  if (
    required !== undefined &&
    !(Array.isArray(required) && stringsOf(required).length === required.length)
  ) {
    return true;
  }
  return version.strictProperties && Object.values(asObject(properties)).some((one) => !isObject(one));
}
