// `npm run bench`: sets up what is missing, builds what changed, then measures.
import { ensureDependencies, runOnPinnedNode } from './setup.mjs';

ensureDependencies();
runOnPinnedNode('tests/bench/main.ts', process.argv.slice(2));
