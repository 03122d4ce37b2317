import { spelledRows } from '../listed/names.ts';
import type { NameRow, ToolRoute } from '../types.ts';

/** Whitespace goes, other signs become one `_` a character, and the rest is put in lower case (GS-3.1). */
export function gooseKey(server: string): string {
  return server
    .replaceAll(/\s/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]/gu, '_')
    .toLowerCase();
}

export const gooseName = ({ server, tool }: ToolRoute): string => `${gooseKey(server)}__${tool}`;

/** Of extensions that come to one key the first is added; the tools of the others are not there (GS-3.2). */
export function gooseNames(tools: readonly ToolRoute[]): NameRow[] {
  const owner = new Map<string, string>();
  for (const { server } of tools) {
    const key = gooseKey(server);
    if (!owner.has(key)) owner.set(key, server);
  }
  const rows = spelledRows(tools, (route) => ({ name: gooseName(route) }), {
    names: ['GS-3.1'],
    collision: ['GS-3.2'],
    shared: 'Only the extension that is added first is there.',
    providerLimit: 64,
  });
  return rows.map((row) =>
    owner.get(gooseKey(row.server)) === row.server ? row : { ...row, dropped: true },
  );
}
