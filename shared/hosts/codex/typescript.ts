import { isObject } from '../../json.ts';
import { definitionOf } from './schema.ts';

/** Nesting that a printed type still shows; below it stands `unknown`. */
const MAX_DEPTH = 12;
/** Schemas written out per type; references that fan out would otherwise print without end. */
const MAX_SCHEMAS = 2000;

interface Scope {
  root: Readonly<Record<string, unknown>>;
  /** References being followed, so that a recursive schema ends. */
  open: ReadonlySet<string>;
  depth: number;
  left: { schemas: number };
}

/**
 * A JSON schema as a TypeScript type, as code mode shows it (CX-5.33): references are written out, property
 * descriptions become comments, limits and defaults are gone.
 */
export function typescriptType(schema: unknown): string {
  return render(schema, {
    root: isObject(schema) ? schema : {},
    open: new Set(),
    depth: 0,
    left: { schemas: MAX_SCHEMAS },
  });
}

/** The declaration of one nested tool on the `tools` object. */
export function toolDeclaration(codeMode: string, inputSchema: unknown, outputSchema: unknown): string {
  const result =
    outputSchema === undefined ? 'CallToolResult' : `CallToolResult<${typescriptType(outputSchema)}>`;
  return `declare const tools: { ${codeMode}(args: ${typescriptType(inputSchema)}): Promise<${result}> };`;
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
  const members = Object.entries(properties).map(([name, property]) => {
    const comment =
      isObject(property) && typeof property['description'] === 'string' ? note(property['description']) : '';
    const mark = required.includes(name) ? '' : '?';
    return `${comment}${propertyName(name)}${mark}: ${render(property, deeper(scope))};`;
  });
  const rest = schema['additionalProperties'];
  if (isObject(rest)) members.push(`[key: string]: ${render(rest, deeper(scope))};`);
  return members.length === 0 ? '{}' : `{ ${members.join(' ')} }`;
}

function renderRef(ref: string, scope: Scope): string {
  const target = definitionOf(ref);
  const table = target === undefined ? undefined : scope.root[target.table];
  if (target === undefined || !isObject(table) || scope.open.has(ref)) return 'unknown';
  return render(table[target.name], { ...deeper(scope), open: new Set([...scope.open, ref]) });
}

function deeper(scope: Scope): Scope {
  return { ...scope, depth: scope.depth + 1 };
}

function union(members: readonly string[]): string {
  return [...new Set(members)].join(' | ') || 'unknown';
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : (JSON.stringify(value) ?? 'unknown');
}

/** A description cannot end its comment. */
function note(description: string): string {
  return `/* ${description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ `;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
