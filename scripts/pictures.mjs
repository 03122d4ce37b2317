// `npm run pictures`: draws the pictures of the documentation anew, from the sample capture and a real run.
import { ensureDependencies, runOnPinnedNode } from './setup.mjs';

ensureDependencies();
process.env.THROUGHLINE_PICTURES = 'keep';
runOnPinnedNode('node_modules/@playwright/test/cli.js', [
  'test',
  'views.spec.ts',
  '--project',
  'browser',
  '--workers',
  '1',
]);
