import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Connection, JsonObject } from '../../electron/runtime/mcp/types.ts';
import { createHarness, valueOf } from '../fixtures/servers/harness.ts';

// A server of revision 2026-07-28 as the SDK makes it, over Streamable HTTP.

let harness = createHarness();
let url = '';
let late = false;

const handler = createMcpHandler(() => {
  const server = new McpServer(
    { name: 'modern', version: '3' },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.registerTool(
    'add',
    { inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  );
  server.registerTool('steps', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
    }
    return { content: [] };
  });
  server.registerTool('never', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    await once(mcpReq.signal, 'abort');
    return { content: [] };
  });
  if (late) server.registerTool('late', { inputSchema: z.object({}) }, () => ({ content: [] }));
  return server;
});
const serve = toNodeHandler(handler);
// The adapter's types want what a server's requests always have.
const web = createServer(
  (request, response) =>
    void serve(Object.assign(request, { method: request.method ?? '', url: request.url ?? '' }), response),
);

beforeEach(async () => {
  late = false;
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const address = web.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/mcp`;
});
afterEach(async () => {
  await harness.closeAll();
  harness = createHarness();
  web.closeAllConnections();
  web.close();
  await once(web, 'close');
});

const open = async (): Promise<Connection> =>
  valueOf(await harness.connect({ name: 'modern', transport: { kind: 'http', url, headers: {} } }));
const call = (connection: Connection, tool: string, args: JsonObject, more: { timeoutMs?: number } = {}) =>
  connection.callTool({ call: harness.nextCall(), tool, args, origin: 'user', ...more });

describe('a modern server over Streamable HTTP', () => {
  it('is recognised, lists and calls, with structured content checked', async () => {
    const connection = await open();
    expect([connection.verdict, connection.protocolVersion, connection.serverInfo]).toEqual([
      { era: 'modern', reason: 'discover' },
      '2026-07-28',
      { name: 'modern', version: '3' },
    ]);
    expect(valueOf(await connection.listTools()).tools.map(({ name }) => name)).toEqual([
      'add',
      'steps',
      'never',
    ]);
    expect(await call(connection, 'add', { a: 2, b: 3 })).toMatchObject({
      outcome: 'ok',
      violations: [],
      result: { structuredContent: { sum: 5 } },
    });
    expect(await call(connection, 'add', { a: 'x' })).toMatchObject({ outcome: 'toolError' });
    expect(harness.findingCodes()).toEqual([]);
  });

  it('reports progress, and is let go of when it never answers', async () => {
    const connection = await open();
    expect(await call(connection, 'steps', {})).toMatchObject({ outcome: 'ok' });
    expect(harness.of('call.progress').map(({ progress }) => progress)).toEqual([1, 2]);
    expect(await call(connection, 'never', {}, { timeoutMs: 300 })).toMatchObject({ outcome: 'timeout' });
    // On this transport a request is cancelled by closing its stream, not by a notification.
    expect(harness.of('mcp.message').map(({ method }) => String(method))).not.toContain(
      'notifications/cancelled',
    );
    expect(await call(connection, 'add', { a: 1, b: 1 })).toMatchObject({ outcome: 'ok' });
  });

  it('tells those who listen of a changed list', async () => {
    const connection = await open();
    valueOf(await connection.listTools());
    const changed = new Promise<string[]>((resolve) =>
      connection.onToolsChanged(({ tools }) => resolve(tools.map(({ name }) => name))),
    );
    const acknowledged = () =>
      harness
        .of('mcp.message')
        .some(({ method }) => String(method) === 'notifications/subscriptions/acknowledged');
    while (!acknowledged()) await new Promise((resolve) => setTimeout(resolve, 10));
    late = true;
    handler.notify.toolsChanged();
    expect(await changed).toContain('late');
  });
});
