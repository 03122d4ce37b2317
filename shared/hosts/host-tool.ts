import type { ToolDefinition } from '../event.ts';
import type { HostTool } from './types.ts';

/** A listed tool as profiles take it; of `_meta` only what an event keeps. */
export function hostTool(server: string, tool: string, definition: ToolDefinition): HostTool {
  const { title, description, inputSchema, outputSchema, annotations, uiVisibility, alwaysLoad } = definition;
  const meta = {
    ...(uiVisibility ? { ui: { visibility: uiVisibility } } : {}),
    ...(alwaysLoad === undefined ? {} : { 'anthropic/alwaysLoad': alwaysLoad }),
  };
  return {
    server,
    tool,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    meta: Object.keys(meta).length > 0 ? meta : undefined,
  };
}
