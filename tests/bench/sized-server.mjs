// A server whose one tool answers with a text of the size that it is asked for. Usage: node sized-server.mjs
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

const server = new McpServer({ name: 'sized', version: '1.0.0' });
server.registerTool('sized', { inputSchema: { bytes: z.number().int() } }, ({ bytes }) => ({
  content: [{ type: 'text', text: 'x'.repeat(bytes) }],
}));
await server.connect(new StdioServerTransport());
