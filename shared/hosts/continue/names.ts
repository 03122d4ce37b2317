import { spelledRows } from '../listed/names.ts';
import { withFinding } from '../rows.ts';
import type { NameRow, ToolRoute } from '../types.ts';

/** What the usual providers take in a tool's name; this host sends any. */
const USUAL = /^[a-zA-Z0-9_-]+$/;

/** The raw name and nothing else (CN-3.1). */
export function continueNames(tools: readonly ToolRoute[]): NameRow[] {
  const rows = spelledRows(tools, ({ tool }) => ({ name: tool }), {
    names: ['CN-3.1'],
    collision: ['CN-3.2'],
    shared: 'Both are declared, and a call goes to the server that is configured first.',
    providerLimit: 64,
  });
  return rows.map((row) =>
    USUAL.test(row.name)
      ? row
      : withFinding(row, {
          code: 'name-charset',
          severity: 'warning',
          message:
            'The name goes to the provider as it is; many providers refuse a request with such a name.',
          rules: ['CN-3.1'],
        }),
  );
}
