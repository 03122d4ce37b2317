// One server of a crowd, in as few lines as the protocol allows. Modes: calm, flood MS, hang, crash.
import { createInterface } from 'node:readline';
import { writeSync } from 'node:fs';

const [mode = 'calm', ms = '0'] = process.argv.slice(2);
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
const notice = `${JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'x'.repeat(80) },
})}\n`;

let sent = 0;

/** Writes as fast as the pipe takes it. */
function flood(untilMs) {
  while (performance.now() < untilMs) {
    try {
      writeSync(1, notice);
      sent++;
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
    // Requests of the client are looked at between two batches.
    if (sent % 200 === 0) return void setImmediate(flood, untilMs);
  }
}

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: mode, version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: ['echo', 'count'].map((name) => ({ name, inputSchema: { type: 'object' } })),
  }),
  'tools/call': ({ name, arguments: given }) => ({
    content: [{ type: 'text', text: name === 'count' ? String(sent) : JSON.stringify(given ?? {}) }],
  }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) {
    if (method === 'notifications/initialized' && mode === 'flood') flood(performance.now() + Number(ms));
    return;
  }
  if (mode === 'crash') process.exit(1);
  if (mode === 'hang' && method === 'tools/call') return;
  const result = results[method];
  if (result !== undefined) return answer(id, result(params));
  const error = { code: -32601, message: 'Method not found' };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
});
