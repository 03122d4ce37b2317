import { createInterface } from 'node:readline';
import { canary } from './canaries.ts';
import { answer } from './leaky.ts';

// The leaky server as a process: it also prints where it should not.

console.log(`${canary('banner')} is ready`);
console.error(`${canary('stderr')} ${process.argv.join(' ')} ${JSON.stringify(process.env)}`);
console.log(JSON.stringify({ hello: canary('json-banner') }));
console.log(
  `{"jsonrpc":"2.0","id":"${canary('stray-id')}","result":{},"error":{"message":"${canary('malformed')}"}}`,
);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  for (const message of answer(JSON.parse(line))) console.log(JSON.stringify(message));
});
lines.on('close', () => {
  console.error(canary('goodbye'));
  process.exit(0);
});
