// The least that a script can do with the SDK to call one tool. What `throughline call` is measured against.
// Usage: node bare-call.mjs TOOL ARGUMENTS COMMAND ARGS…
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [name = '', given = '{}', command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'bare', version: '1.0.0' }, { capabilities: {} });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
// The list comes first, as it does for `throughline call`: without it a result cannot be held against its schema.
await client.listTools();
const result = await client.callTool({ name, arguments: JSON.parse(given) });
console.log(JSON.stringify({ result }, undefined, 2));
await client.close();
