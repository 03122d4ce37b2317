import { isObject } from '../../json.ts';
import { compareBytes } from '../text.ts';

/** Nesting that a printed type still shows; below it stands `unknown`. */
const MAX_DEPTH = 64;
/** Schemas written out per type; references that fan out would otherwise print without end. */
const MAX_SCHEMAS = 2000;
/** How often one reference is written out inside of itself (CX-90.13). */
const MAX_OPEN = 2;

interface Scope {
  /** Where references point into; undefined where they are not followed. */
  root: Readonly<Record<string, unknown>> | undefined;
  /** References being followed, so that a recursive schema ends. */
  open: readonly string[];
  depth: number;
  left: { schemas: number };
}

/**
 * A JSON schema as a TypeScript type, as code mode shows it (CX-5.33, CX-90.13): references are written out, property
 * descriptions become comments, limits and defaults are gone.
 */
export function typescriptType(schema: unknown, writesReferences = true): string {
  return render(schema, {
    root: writesReferences && isObject(schema) ? schema : undefined,
    open: [],
    depth: 0,
    left: { schemas: MAX_SCHEMAS },
  });
}

/** The declaration of one nested tool on the `tools` object; the input schema is the rewritten one (CX-90.13). */
export function toolDeclaration(
  codeMode: string,
  inputSchema: unknown,
  outputSchema: unknown,
  writesReferences = true,
): string {
  const type = (schema: unknown) => typescriptType(schema, writesReferences);
  const result = outputSchema === undefined ? 'CallToolResult' : `CallToolResult<${type(outputSchema)}>`;
  return `declare const tools: { ${codeMode}(args: ${type(inputSchema)}): Promise<${result}>; };`;
}

function render(schema: unknown, scope: Scope): string {
  scope.left.schemas -= 1;
  if (!isObject(schema) || scope.depth > MAX_DEPTH || scope.left.schemas < 0) return 'unknown';
  const ref = schema['$ref'];
  if (typeof ref === 'string') return renderRef(ref, scope);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) return union(alternatives.map((one) => render(one, deeper(scope))));
  const parts = schema['allOf'];
  if (Array.isArray(parts)) return parts.map((one) => render(one, deeper(scope))).join(' & ') || 'unknown';
  const type = schema['type'];
  const names: unknown[] = Array.isArray(type) ? type : [type];
  return union(names.map((name) => renderType(name, schema, scope)));
}

function renderType(name: unknown, schema: Record<string, unknown>, scope: Scope): string {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
      return name;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${render(schema['items'], deeper(scope))}>`;
    case 'object':
      return renderObject(schema, scope);
    default:
      return 'unknown';
  }
}

function renderObject(schema: Record<string, unknown>, scope: Scope): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = Object.keys(properties).toSorted(compareBytes);
  const comments = names.map((name) => commentOf(properties[name]));
  const members = names.map((name) => {
    const mark = required.includes(name) ? '' : '?';
    return `${propertyName(name)}${mark}: ${render(properties[name], deeper(scope))};`;
  });
  const rest = schema['additionalProperties'];
  if (isObject(rest)) members.push(`[key: string]: ${render(rest, deeper(scope))};`);
  else if (rest === true || (rest === undefined && members.length === 0)) {
    members.push('[key: string]: unknown;');
  }
  if (members.length === 0) return '{}';
  if (comments.every((lines) => lines.length === 0)) return `{ ${members.join(' ')} }`;
  // One comment breaks the whole object into lines; they are not indented further inside of another.
  const lines = members.flatMap((member, index) => [...(comments[index] ?? []), member]);
  return `{\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;
}

function commentOf(property: unknown): readonly string[] {
  const text = isObject(property) ? property['description'] : undefined;
  if (typeof text !== 'string' || text.trim() === '') return [];
  return text
    .trim()
    .split('\n')
    .map((line) => `// ${line}`);
}

function renderRef(ref: string, scope: Scope): string {
  const target = resolvePointer(scope.root, ref);
  const open = scope.open.filter((one) => one === ref).length;
  if (target === undefined || open >= MAX_OPEN) return 'unknown';
  return render(target, { ...deeper(scope), open: [...scope.open, ref] });
}

/** What a reference into the same schema points at. */
function resolvePointer(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  let current: unknown = root;
  for (const token of ref.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

function deeper(scope: Scope): Scope {
  return { ...scope, depth: scope.depth + 1 };
}

function union(members: readonly string[]): string {
  return members.join(' | ') || 'unknown';
}

const literal = (value: unknown): string => JSON.stringify(value) ?? 'unknown';

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
