// `npm test`: sets up what is missing, then runs every check and suite.
import { ensureDependencies, runOnPinnedNode } from './setup.mjs';

ensureDependencies();
runOnPinnedNode('scripts/test.ts', process.argv.slice(2));
