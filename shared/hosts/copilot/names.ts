import { spelledRows } from '../listed/names.ts';
import { withFinding } from '../rows.ts';
import type { NameRow, ToolRoute } from '../types.ts';
import { punycode } from './punycode.ts';

const MAX = 64;
/** Server names that --allow-tool can take (CP-3.3). */
const ALLOWABLE = /^[\x21-\x7e]*$/;

/** Hyphens for what is not allowed; a part beyond ASCII goes into Punycode first, as in a domain name (CP-3.1). */
function clean(text: string): string {
  const ascii = text
    .split('.')
    .map((label) => (/^[\0-\x7f]*$/.test(label) ? label : `xn--${punycode(label)}`))
    .join('.');
  return ascii.replaceAll(/[^A-Za-z0-9_-]/g, '-');
}

export const copilotName = ({ server, tool }: ToolRoute): string => `${clean(server)}-${clean(tool)}`;

/**
 * Cut names are told apart by a number, in order of the raw names of all tools (CP-3.2); names that coincide without being
 * cut are not.
 */
export function copilotNames(tools: readonly ToolRoute[]): NameRow[] {
  const order = tools
    .map((route, index) => ({ route, index, name: copilotName(route) }))
    .toSorted((a, b) => compare(a.route, b.route));
  const used = new Set(order.filter(({ name }) => name.length <= MAX).map(({ name }) => name));
  const final = new Map<number, string>();
  const cutRoutes = new Map<string, string>();
  for (const { route, index, name } of order) {
    if (name.length <= MAX) {
      final.set(index, name);
      continue;
    }
    const key = `${route.server}\0${route.tool}`;
    const known = cutRoutes.get(key);
    const cut = known ?? unused(name, used);
    used.add(cut);
    cutRoutes.set(key, cut);
    final.set(index, cut);
  }
  const rows = spelledRows(
    tools,
    (route, index) => {
      const name = final.get(index) ?? copilotName(route);
      return name.length === MAX && copilotName(route).length > MAX ? { name, changed: 'cut' } : { name };
    },
    {
      names: ['CP-3.1', 'CP-3.2'],
      collision: ['CP-3.4'],
      shared: 'The one whose raw name is later in order takes the place of the other.',
    },
  );
  return rows.map((row) =>
    ALLOWABLE.test(row.server)
      ? row
      : withFinding(row, {
          code: 'server-name-not-allowable',
          severity: 'warning',
          message: 'No --allow-tool can name this server, so its tools cannot be allowed beforehand.',
          rules: ['CP-3.3'],
        }),
  );
}

function unused(name: string, used: ReadonlySet<string>): string {
  const plain = name.slice(0, MAX);
  if (!used.has(plain)) return plain;
  for (let number = 2; ; number += 1) {
    const mark = String(number);
    const numbered = `${name.slice(0, MAX - mark.length)}${mark}`;
    if (!used.has(numbered)) return numbered;
  }
}

export function compare(a: ToolRoute, b: ToolRoute): number {
  if (a.server !== b.server) return a.server < b.server ? -1 : 1;
  return a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0;
}
