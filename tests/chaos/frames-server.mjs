// Answers every request with stray broken frames, a broken answer, and then a plain error that ends it.
// Arguments: SEED, STRAYS a request.
import { createInterface } from 'node:readline';
import { answerFrame, random, sound, strayFrame } from './frames.mjs';

const [seed = '1', strays = '10'] = process.argv.slice(2);
const dice = random(Number(seed));
let made = 0;

const line = (message) => Buffer.from(`${JSON.stringify(message)}\n`);
const lineFeed = Buffer.from('\n');

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined || method === undefined) return;
  if (method === 'initialize') {
    const capabilities = {
      tools: {},
      resources: { subscribe: true },
      prompts: {},
      completions: {},
      logging: {},
    };
    const { protocolVersion } = params;
    const result = { protocolVersion, capabilities, serverInfo: { name: 'frames', version: '1.0.0' } };
    process.stdout.write(line({ jsonrpc: '2.0', id, result }));
    return;
  }
  if (!(method in sound)) {
    process.stdout.write(line({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));
    return;
  }
  const frames = Array.from({ length: Number(strays) }, () => strayFrame(dice));
  frames.push(answerFrame(dice, id, method));
  made += frames.length;
  frames.push(
    Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: `${made}` } })),
  );
  process.stdout.write(Buffer.concat(frames.flatMap((frame) => [frame, lineFeed])));
});
