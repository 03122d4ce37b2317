/** `npm run test:chaos [crowd|fuzz]`: what must hold when much goes wrong at once. Fails when something does not. */
import { parseArgs } from 'node:util';
import type { Check } from './check.ts';
import { crowd } from './crowd.ts';
import { fuzz } from './fuzz.ts';

const suites: Readonly<Record<string, () => Promise<readonly Check[]>>> = { crowd, fuzz };

const { positionals } = parseArgs({ allowPositionals: true });
const names = positionals.length === 0 ? Object.keys(suites) : positionals;
let broken = 0;
for (const name of names) {
  const suite = suites[name];
  if (suite === undefined)
    throw new Error(`There is no suite "${name}". There are: ${Object.keys(suites).join(', ')}.`);
  console.log(name);
  for (const { what, figure, holds } of await suite()) {
    console.log(`  ${holds ? 'ok    ' : 'BROKEN'}  ${what}: ${figure}`);
    if (!holds) broken++;
  }
}
process.exitCode = broken === 0 ? 0 : 1;
