import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { setTimeout as wait } from 'node:timers/promises';
import { createProbe, exitWithInput, instructions, serverInfo } from './probe/behaviour.ts';
import { readOptions } from './probe/options.ts';

// The probe for protocol revision 2026-07-28, on the second generation of the SDK; it also answers a legacy `initialize`.

const options = readOptions(process.argv.slice(2));

/** Takes parameters as they come: the probe lists and answers byte by byte what it was told to. */
const anything = {
  '~standard': { version: 1, vendor: 'throughline', validate: (value: unknown) => ({ value }) },
} as const;

exitWithInput();
await wait(options.delayStartMs);
serveStdio(() => {
  const server = new Server(serverInfo, { capabilities: { tools: { listChanged: true } }, instructions });
  const probe = createProbe(options, () => server.sendToolListChanged());

  server.setRequestHandler('tools/list', { params: anything }, () => ({ tools: probe.list() }));

  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const progressToken = params._meta?.progressToken;
    const result = await probe.call(params.name, params.arguments ?? {}, {
      signal: mcpReq.signal,
      progress: async (progress, total) => {
        if (progressToken === undefined) return;
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } });
      },
    });
    if (result === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return result;
  });
  return server;
});
