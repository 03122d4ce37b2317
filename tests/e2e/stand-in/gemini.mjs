/**
 * Stands in for Gemini CLI where no client can be had: it reads the same settings, asks the same wire for a model, calls the
 * tools that the model wants, and prints the same document. It knows nothing else.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { argv, env } = process;
if (argv.includes('--version')) {
  console.log('0.61.0');
  process.exit(0);
}
const settings = JSON.parse(readFileSync(join(env.HOME, '.gemini', 'settings.json'), 'utf8'));
const [[name, server]] = Object.entries(settings.mcpServers);

const child = spawn(server.command, server.args, {
  env: { ...env, ...server.env },
  stdio: ['pipe', 'pipe', 'ignore'],
});
const waiting = new Map();
createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line);
  waiting.get(id)?.(result ?? { isError: true, content: [{ type: 'text', text: error?.message ?? '' }] });
});
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let last = 0;
const ask = (method, params) =>
  new Promise((resolve) => {
    last += 1;
    waiting.set(last, resolve);
    send({ id: last, method, params });
  });

await ask('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'gemini-cli-mcp-client', version: '0.61.0' },
});
send({ method: 'notifications/initialized' });
const { tools } = await ask('tools/list', {});
const spelled = new Map(tools.map((tool) => [`mcp_${name}_${tool.name}`, tool]));

const contents = [{ role: 'user', parts: [{ text: argv[argv.indexOf('-p') + 1] }] }];
const functionDeclarations = [...spelled].map(([own, { description, inputSchema }]) => ({
  name: own,
  description,
  parametersJsonSchema: inputSchema,
}));

async function answer() {
  const response = await fetch(
    `${env.GOOGLE_GEMINI_BASE_URL}/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': env.GEMINI_API_KEY },
      body: JSON.stringify({ contents, tools: [{ functionDeclarations }] }),
    },
  );
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  return events.flatMap((line) => JSON.parse(line.slice(6)).candidates?.[0]?.content?.parts ?? []);
}

let text = '';
for (;;) {
  const parts = await answer();
  text = parts.map((part) => part.text ?? '').join('');
  const calls = parts.flatMap((part) => part.functionCall ?? []);
  if (calls.length === 0) break;
  contents.push({ role: 'model', parts });
  const outputs = await Promise.all(
    calls.map(async ({ id, name: own, args }) => {
      const { content } = await ask('tools/call', { name: spelled.get(own)?.name, arguments: args });
      const output = content.map((block) => block.text ?? '').join('');
      return { functionResponse: { ...(id === undefined ? {} : { id }), name: own, response: { output } } };
    }),
  );
  contents.push({ role: 'user', parts: outputs });
}
child.stdin.end();
console.log(JSON.stringify({ response: text }, null, 2));
