import type { HostProfile, HostTool } from '../../../shared/hosts/index.ts';
import type { RawTool } from '../mcp/types.ts';

/** A listed tool as a host profile takes it: everything that decides names, exposure and losses. */
export const toHostTool = (server: string, tool: RawTool, profile: HostProfile): HostTool => ({
  server,
  tool: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema,
  annotations: tool.hints,
  icons: tool.wire['icons'],
  meta: tool.meta === undefined ? undefined : profile.toolMeta(tool.meta),
  page: tool.page,
});
