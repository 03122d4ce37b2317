import { escapePointer, isObject } from '../../../shared/json.ts';

// Mirroring of arguments to headers: revision 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters".

export interface ParamHeader {
  readonly name: string;
  readonly path: readonly string[];
}

export type ParamHeaders =
  | { readonly valid: true; readonly headers: readonly ParamHeader[] }
  /** `pointer` into the schema. */
  | { readonly valid: false; readonly pointer: string; readonly detail: string };

const annotation = 'x-mcp-header';
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const allowed = new Set(['string', 'integer', 'boolean']);
const maxDepth = 64;

/** Finds the header annotations of an inputSchema, or the first that breaks the rules. */
export const scanParamHeaders = (inputSchema: unknown): ParamHeaders => {
  const headers: ParamHeader[] = [];
  const taken = new Set<string>();
  let broken: { pointer: string; detail: string } | undefined;

  const note = (
    node: Record<string, unknown>,
    path: readonly string[] | undefined,
    pointer: string,
  ): void => {
    const name = node[annotation];
    const type = node['type'];
    const wrong = (detail: string): void => void (broken ??= { pointer: `${pointer}/${annotation}`, detail });
    if (path === undefined || path.length === 0) return wrong('not reached through properties alone');
    if (typeof name !== 'string' || !token.test(name)) return wrong('not a header token');
    if (typeof type !== 'string' || !allowed.has(type)) return wrong('not on a string, integer or boolean');
    if (taken.has(name.toLowerCase())) return wrong('used twice, ignoring case');
    taken.add(name.toLowerCase());
    headers.push({ name, path });
  };

  // `path` is undefined where arguments do not reach statically.
  const visit = (
    node: unknown,
    path: readonly string[] | undefined,
    pointer: string,
    depth: number,
  ): void => {
    if (broken !== undefined || depth > maxDepth) return;
    if (Array.isArray(node))
      return node.forEach((entry, index) => visit(entry, undefined, `${pointer}/${index}`, depth + 1));
    if (!isObject(node)) return;
    if (annotation in node) note(node, path, pointer);
    for (const [key, value] of Object.entries(node)) {
      const at = `${pointer}/${escapePointer(key)}`;
      if (key === 'default' || key === 'const' || key === 'enum' || key === 'examples') continue; // Values, not schemas.
      if (key !== 'properties' || !isObject(value)) {
        visit(value, undefined, at, depth + 1);
        continue;
      }
      for (const [name, property] of Object.entries(value)) {
        visit(
          property,
          path === undefined ? undefined : [...path, name],
          `${at}/${escapePointer(name)}`,
          depth + 1,
        );
      }
    }
  };

  visit(inputSchema, [], '', 0);
  return broken === undefined ? { valid: true, headers } : { valid: false, ...broken };
};

const asText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return typeof value === 'number' &&
    Number.isFinite(value) &&
    (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? String(value)
    : undefined;
};

const plainField = /^[\x20-\x7e\t]+$/;

/** A value that a header field cannot carry as it is travels as `=?base64?…?=`. */
const encode = (text: string): string =>
  plainField.test(text) && text === text.trim() && !(text.startsWith('=?base64?') && text.endsWith('?='))
    ? text
    : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;

/** The `Mcp-Param-…` headers of one call; absent and null arguments have none. */
export const paramHeaders = (headers: readonly ParamHeader[], args: unknown): Record<string, string> => {
  const out: Record<string, string> = {};
  for (const { name, path } of headers) {
    let value = args;
    for (const key of path) value = isObject(value) ? value[key] : undefined;
    const text = asText(value);
    if (text !== undefined) out[`Mcp-Param-${name}`] = encode(text);
  }
  return out;
};
