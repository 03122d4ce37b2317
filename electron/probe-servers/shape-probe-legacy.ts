import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { setTimeout as wait } from 'node:timers/promises';
import { createProbe, exitWithInput, instructions, serverInfo } from './probe/behaviour.ts';
import { readOptions } from './probe/options.ts';

// The probe for protocol revisions up to 2025-11-25, on the first generation of the SDK.

const options = readOptions(process.argv.slice(2));
// The low-level server, because its list goes over the wire as it is. McpServer would write the schemas anew.
const server = new Server(serverInfo, { capabilities: { tools: { listChanged: true } }, instructions });
const probe = createProbe(options, () => server.sendToolListChanged());

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: probe.list() }));

server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
  const progressToken = params._meta?.progressToken;
  const result = await probe.call(params.name, params.arguments ?? {}, {
    signal,
    progress: async (progress, total) => {
      if (progressToken === undefined) return;
      await sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total },
      });
    },
  });
  if (result === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  return result;
});

exitWithInput();
await wait(options.delayStartMs);
await server.connect(new StdioServerTransport());
