// `npm start`: sets up what is missing, then opens the program.
import { ensureDependencies, runOnPinnedNode } from './setup.mjs';

ensureDependencies();
runOnPinnedNode('scripts/start.ts', process.argv.slice(2));
