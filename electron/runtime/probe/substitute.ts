import type { HostTool, ToolRoute } from '../../../shared/hosts/index.ts';
import { sampleArguments } from './sample-arguments.ts';

/**
 * A scenario names tools of the bundled server. On a server of the user's own, such a call goes to the first tool that says
 * it only reads and whose arguments need no guess; where there is none, the call stays as it is and reaches nothing.
 */
export function substituteFor(server: string, tools: () => readonly HostTool[]) {
  return (call: ToolRoute): { route: ToolRoute; args: Readonly<Record<string, unknown>> } | undefined => {
    if (call.server !== server) return undefined;
    for (const tool of tools()) {
      if (tool.server !== server || tool.annotations?.readOnlyHint !== true) continue;
      const args = sampleArguments(tool.inputSchema);
      if (args !== undefined) return { route: { server, tool: tool.tool }, args };
    }
    return undefined;
  };
}
