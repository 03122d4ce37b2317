import { spelledRows, type Spelled } from '../listed/names.ts';
import type { HostSettings, NameRow, ToolRoute } from '../types.ts';

const MAX = 64;
const PREFIX = 'mcp_';
/** Characters of the prefix with label and index. */
const PREFIX_MAX = 18;

/** Prefix of each server, in the order in which they come: a label that is taken gets an index (VS-3.1, VS-3.2). */
function prefixes(tools: readonly ToolRoute[], settings: HostSettings): Map<string, string> {
  const taken = new Map<string, number>();
  const byServer = new Map<string, string>();
  for (const { server } of tools) {
    if (byServer.has(server)) continue;
    const label = settings.servers?.[server]?.label ?? server;
    const safe = label
      .toLowerCase()
      .replaceAll(/[^a-z0-9_.-]+/g, '_')
      .slice(0, PREFIX_MAX - PREFIX.length - 1);
    const index = (taken.get(safe) ?? 0) + 1;
    taken.set(safe, index);
    const end = `${index === 1 ? '' : String(index)}_`;
    byServer.set(server, `${PREFIX}${safe.slice(0, PREFIX_MAX - PREFIX.length - end.length)}${end}`);
  }
  return byServer;
}

export function vscodeNames(tools: readonly ToolRoute[], settings: HostSettings): NameRow[] {
  const prefix = prefixes(tools, settings);
  const spell = ({ server, tool }: ToolRoute): Spelled => {
    const whole = `${prefix.get(server) ?? ''}${tool.replaceAll(/[^a-z0-9_-]/gi, '_')}`;
    const name = whole.replaceAll('.', '_').slice(0, MAX);
    return whole.length > MAX ? { name, changed: 'cut' } : { name };
  };
  return spelledRows(tools, spell, {
    names: ['VS-3.1', 'VS-3.2'],
    collision: ['VS-3.3'],
    shared: 'What becomes of the two is not known.',
  });
}
