import type { ToolDefinition } from '../../shared/event.ts';
import { hostTool } from '../../shared/hosts/host-tool.ts';
import type { HostTool } from '../../shared/hosts/index.ts';
import type { LintServer } from '../../shared/lint/index.ts';
import type { DefinitionsState } from './definitions.ts';

/** One tool as profiles take it, made once a definition, so that whoever remembers by identity finds it again. */
const made = new WeakMap<ToolDefinition, HostTool>();

function toolOf(server: string, tool: string, definition: ToolDefinition): HostTool {
  const known = made.get(definition);
  if (known?.server === server && known.tool === tool) return known;
  const one = hostTool(server, tool, definition);
  made.set(definition, one);
  return one;
}

/** Every listed tool of a capture, server by server. */
export const hostTools = ({ servers }: Pick<DefinitionsState, 'servers'>): HostTool[] =>
  [...servers].flatMap(([server, own]) =>
    [...own].map(([tool, definition]) => toolOf(server, tool, definition)),
  );

/** The last answer for each capture: a server that did not change is the same object again. */
const before = new WeakMap<DefinitionsState, Map<string, LintServer>>();

export function lintServers(definitions: DefinitionsState): readonly LintServer[] {
  const known = before.get(definitions);
  const next = new Map<string, LintServer>();
  for (const [server, own] of definitions.servers) {
    const tools = [...own].map(([tool, definition]) => toolOf(server, tool, definition));
    const last = known?.get(server);
    const same =
      last?.tools.length === tools.length && last.tools.every((one, index) => one === tools[index]);
    next.set(server, same ? last : { server, tools });
  }
  before.set(definitions, next);
  return [...next.values()];
}
