import { escapePointer, isObject } from '../../shared/json.ts';

/** One drawn line of a JSON value. */
export interface JsonRow {
  /** RFC 6901 pointer, plus `#n` for the n-th line of a text that is unfolded. */
  readonly id: string;
  readonly depth: number;
  readonly key: string | undefined;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'line';
  readonly text: string;
  /** Undefined where there is nothing to unfold. */
  readonly expanded: boolean | undefined;
}

const FOLD_AT = 120;
const LINE = 160;
const OPEN_DEPTH = 2;
const OPEN_CHILDREN = 40;

/**
 * The lines of a value. `toggled` holds the pointers whose state differs from the default: small containers near the root
 * are open, everything else is folded. Only what is open is visited.
 */
export function jsonRows(value: unknown, toggled: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  visit(value, undefined, '', 0, toggled, rows);
  return rows;
}

function visit(
  value: unknown,
  key: string | undefined,
  id: string,
  depth: number,
  toggled: ReadonlySet<string>,
  rows: JsonRow[],
): void {
  if (Array.isArray(value) || isObject(value)) {
    container(value, key, id, depth, toggled, rows);
  } else if (typeof value === 'string' && isLong(value)) {
    longText(value, key, id, depth, toggled, rows);
  } else {
    rows.push({ id, depth, key, kind: scalarKind(value), text: scalarText(value), expanded: undefined });
  }
}

function container(
  value: readonly unknown[] | Record<string, unknown>,
  key: string | undefined,
  id: string,
  depth: number,
  toggled: ReadonlySet<string>,
  rows: JsonRow[],
): void {
  const kind = Array.isArray(value) ? 'array' : 'object';
  const keys = Object.keys(value);
  const open = keys.length > 0 && (depth < OPEN_DEPTH && keys.length <= OPEN_CHILDREN) !== toggled.has(id);
  const size = kind === 'array' ? plural(keys.length, 'item') : plural(keys.length, 'key');
  const braces = kind === 'array' ? '[]' : '{}';
  const text = keys.length === 0 ? braces : `${braces[0]} ${size} ${braces[1]}`;
  rows.push({ id, depth, key, kind, text, expanded: keys.length === 0 ? undefined : open });
  if (!open) return;
  for (const [name, inner] of Object.entries(value)) {
    visit(inner, name, `${id}/${escapePointer(name)}`, depth + 1, toggled, rows);
  }
}

function longText(
  value: string,
  key: string | undefined,
  id: string,
  depth: number,
  toggled: ReadonlySet<string>,
  rows: JsonRow[],
): void {
  const expanded = toggled.has(id);
  const head = JSON.stringify(value.slice(0, FOLD_AT)).slice(0, -1);
  const size = `${value.length.toLocaleString('en')} characters`;
  rows.push({ id, depth, key, kind: 'string', text: expanded ? size : `${head}…" ${size}`, expanded });
  if (!expanded) return;
  let count = 0;
  for (const line of value.split('\n')) {
    for (let at = 0; at === 0 || at < line.length; at += LINE) {
      rows.push({
        id: `${id}#${count++}`,
        depth: depth + 1,
        key: undefined,
        kind: 'line',
        text: line.slice(at, at + LINE),
        expanded: undefined,
      });
    }
  }
}

const isLong = (value: string): boolean => value.length > FOLD_AT || value.includes('\n');

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

function scalarKind(value: unknown): JsonRow['kind'] {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'bigint':
      return 'number';
    default:
      return 'null';
  }
}

const scalarText = (value: unknown): string =>
  typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? 'null');
