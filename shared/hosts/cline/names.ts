import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { spelledRows, type Spelled } from '../listed/names.ts';
import type { NameRow, ToolRoute } from '../types.ts';

const MAX = 64;
const HASH_DIGITS = 8;

/** Kept when it is short and clean; else cleaned by runs, cut and ended by a hash of the raw name (CL-3.1). */
export function clineSpelling({ server, tool }: ToolRoute): Spelled {
  const raw = `${server}__${tool}`;
  const clean = raw.replaceAll(/[^a-zA-Z0-9_-]+/g, '_');
  if (clean === raw && raw.length <= MAX) return { name: raw };
  const hash = bytesToHex(sha1(utf8ToBytes(raw))).slice(0, HASH_DIGITS);
  const stem = clean.slice(0, MAX - HASH_DIGITS - 1);
  return { name: `${stem}_${hash}`, changed: 'hashed' };
}

export function clineNames(tools: readonly ToolRoute[]): NameRow[] {
  return spelledRows(tools, clineSpelling, {
    names: ['CL-3.1'],
    collision: ['CL-3.1'],
    shared: 'What becomes of the two is not known.',
  });
}
