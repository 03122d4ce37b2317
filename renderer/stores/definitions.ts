import type { Event, ToolDefinition } from '../../shared/event.ts';

/** What the servers of a capture said of their tools, latest word each; read by predictions and by the inspector. */
export interface DefinitionsState {
  version: number;
  readonly servers: Map<string, Map<string, ToolDefinition>>;
}

export const initDefinitions = (): DefinitionsState => ({ version: 0, servers: new Map() });

export function applyDefinitions(state: DefinitionsState, event: Event): DefinitionsState {
  if (event.kind === 'tool.discovered' || event.kind === 'tool.changed') {
    const tools = state.servers.get(event.server) ?? new Map<string, ToolDefinition>();
    tools.set(event.tool, event.definition);
    state.servers.set(event.server, tools);
    state.version++;
  } else if (event.kind === 'tool.removed') {
    if (state.servers.get(event.server)?.delete(event.tool) === true) state.version++;
  }
  return state;
}

export const definitionOf = (
  state: DefinitionsState,
  server: string,
  tool: string,
): ToolDefinition | undefined => state.servers.get(server)?.get(tool);
