import { escapePointer, formatJson, isObject } from '../../json.ts';
import { byteLength } from '../text.ts';
import type { HostFinding, LostKeyword } from '../types.ts';

type Schema = Record<string, unknown>;

const COMBINATORS = ['anyOf', 'oneOf', 'allOf'];
const DEEP = 3;

interface Pass {
  /** Undefined = leave this schema and go into its parts. */
  replace: (schema: Schema, depth: number, path: string) => { schema: Schema; lost: string[] } | undefined;
  message: string;
}

/** In this order, each only while the schema is still too large (CX-5.6, budget). */
const PASSES: readonly Pass[] = [
  { replace: withoutDescription, message: 'all descriptions were stripped' },
  { replace: withoutDefinitions, message: 'definitions were dropped and references became empty schemas' },
  { replace: withoutDeepObjects, message: `objects at depth ${DEEP} and below became empty schemas` },
  { replace: withoutCombinators, message: 'schemas with anyOf, oneOf or allOf became empty schemas' },
];

/** Shortens a rewritten schema until its compact JSON fits into `maxBytes`. */
export function fitToBudget(
  schema: Schema,
  maxBytes: number,
): { schema: Schema; lost: LostKeyword[]; findings: HostFinding[] } {
  const text = formatJson(schema);
  // A UTF-16 unit takes three bytes at most, so that nearly no text has to be counted.
  if (text.length * 3 <= maxBytes) return { schema, lost: [], findings: [] };
  const before = byteLength(text);
  if (before <= maxBytes) return { schema, lost: [], findings: [] };
  const lost: LostKeyword[] = [];
  const steps: string[] = [];
  let current = schema;
  let bytes = before;
  for (const pass of PASSES) {
    if (bytes <= maxBytes) break;
    current = asRoot(walk(current, '', 0, pass, lost));
    const after = size(current);
    if (after < bytes) steps.push(pass.message);
    bytes = after;
  }
  const outcome = bytes > maxBytes ? ' It is still too large and is sent so.' : '';
  const finding: HostFinding = {
    code: 'schema-over-budget',
    severity: 'warning',
    message: `The schema takes ${before} of ${maxBytes} bytes: ${steps.join('; ') || 'nothing could be cut'}.${outcome}`,
    rules: ['CX-5.6'],
  };
  return { schema: current, lost, findings: [finding] };
}

function size(schema: Schema): number {
  return byteLength(formatJson(schema));
}

/** The root stays an object whatever was cut (CX-5.6, root). */
function asRoot(schema: Schema): Schema {
  return Object.keys(schema).length === 0 ? { type: 'object', properties: {} } : schema;
}

function walk(schema: Schema, path: string, depth: number, pass: Pass, lost: LostKeyword[]): Schema {
  const replaced = pass.replace(schema, depth, path);
  for (const keyword of replaced?.lost ?? []) lost.push({ path, keyword });
  const into = (part: unknown, step: string): unknown =>
    isObject(part) ? walk(part, `${path}/${step}`, depth + 1, pass, lost) : part;
  return Object.fromEntries(
    Object.entries(replaced?.schema ?? schema).map(([keyword, part]) => {
      if (keyword === 'items' || keyword === 'additionalProperties') return [keyword, into(part, keyword)];
      if (COMBINATORS.includes(keyword) && Array.isArray(part)) {
        return [keyword, part.map((one, index) => into(one, `${keyword}/${index}`))];
      }
      if ((keyword === 'properties' || keyword === '$defs' || keyword === 'definitions') && isObject(part)) {
        const table = Object.entries(part).map(([name, one]) => [
          name,
          into(one, `${keyword}/${escapePointer(name)}`),
        ]);
        return [keyword, Object.fromEntries(table)];
      }
      return [keyword, part];
    }),
  );
}

function omit(schema: Schema, keywords: readonly string[]): { schema: Schema; lost: string[] } {
  const lost = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  return {
    schema: Object.fromEntries(Object.entries(schema).filter(([key]) => !lost.includes(key))),
    lost,
  };
}

function emptied(schema: Schema): { schema: Schema; lost: string[] } {
  return { schema: {}, lost: Object.keys(schema) };
}

function withoutDescription(schema: Schema) {
  return omit(schema, ['description']);
}

function withoutDefinitions(schema: Schema) {
  return Object.hasOwn(schema, '$ref') ? emptied(schema) : omit(schema, ['$defs', 'definitions']);
}

function withoutDeepObjects(schema: Schema, depth: number) {
  return depth >= DEEP && Object.hasOwn(schema, 'properties') ? emptied(schema) : undefined;
}

function withoutCombinators(schema: Schema) {
  return COMBINATORS.some((keyword) => Object.hasOwn(schema, keyword)) ? emptied(schema) : undefined;
}
