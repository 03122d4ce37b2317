import { spelledRows, type Spelled } from '../listed/names.ts';
import type { NameRow, ToolRoute } from '../types.ts';

const MAX = 63;
const SAFE = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Kept when it is short and clean; else cleaned, cut and ended by a hash of the raw name (QW-3.1). */
export function qwenSpelling({ server, tool }: ToolRoute): Spelled {
  const raw = `mcp__${server}__${tool}`;
  if (raw.length <= MAX && SAFE.test(raw)) return { name: raw };
  const suffix = `_${fnv1a(raw)}`;
  const clean = raw.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return { name: `${clean.slice(0, MAX - suffix.length)}${suffix}`, changed: 'hashed' };
}

export function qwenNames(tools: readonly ToolRoute[]): NameRow[] {
  return spelledRows(tools, qwenSpelling, {
    names: ['QW-3.1'],
    collision: ['QW-3.1'],
    shared: 'One of the two counts.',
  });
}

/** FNV-1a over UTF-16 units, seven base-36 digits. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, '0');
}
