// The least that a script can do with the SDK: connect, list, print, close. What `throughline list` is measured against.
// Usage: node bare-list.mjs COMMAND ARGS…
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [command, ...args] = process.argv.slice(2);
// No capabilities are offered, as `throughline list` offers none: some servers list other tools to those who do.
const client = new Client({ name: 'bare', version: '1.0.0' }, { capabilities: {} });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
const { tools } = await client.listTools();
console.log(JSON.stringify({ server: client.getServerVersion(), tools }, undefined, 2));
await client.close();
