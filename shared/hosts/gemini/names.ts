import { spelledRows, type Spelled } from '../listed/names.ts';
import { withFinding } from '../rows.ts';
import type { NameRow, ToolRoute } from '../types.ts';

const MAX = 63;
const HALF = 30;

/** `mcp_server_tool` in Gemini's charset; a longer name keeps its two ends (GM-3.1). */
export function geminiSpelling({ server, tool }: ToolRoute): Spelled {
  const joined = `${server}_${tool}`;
  const prefixed = joined.startsWith('mcp_') ? joined : `mcp_${joined}`;
  const clean = prefixed.replaceAll(/[^a-zA-Z0-9_\-.:]/g, '_');
  return clean.length > MAX
    ? { name: `${clean.slice(0, HALF)}...${clean.slice(-HALF)}`, changed: 'cut' }
    : { name: clean };
}

export function geminiNames(tools: readonly ToolRoute[]): NameRow[] {
  const rows = spelledRows(tools, geminiSpelling, {
    names: ['GM-3.1'],
    collision: ['GM-3.2'],
    shared: 'The one that is registered later takes the place of the other.',
  });
  return rows.map((row) =>
    row.dropped === true || serverRuleCovers(row)
      ? row
      : withFinding(row, {
          code: 'name-leaves-server-rule',
          severity: 'warning',
          message: `Trust in the server does not reach this tool, because its name does not begin with mcp_${row.server}_.`,
          rules: ['GM-6.2'],
        }),
  );
}

/** Rules about a whole server compare its raw name with the start of the tool's clean one (GM-6.2). */
export function serverRuleCovers({ server, name }: { server: string; name: string }): boolean {
  return name.startsWith(`mcp_${server}_`);
}
