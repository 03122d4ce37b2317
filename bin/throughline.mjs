#!/usr/bin/env node
// The `throughline` command. Needs the pinned line of Node: under an older one it starts itself again on the Node that
// is installed beside it, or says in one line what is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const main = path.join(root, 'dist/cli/main.js');
const [major, minor] = process.versions.node.split('.').map(Number);
const isCurrent = major > 24 || (major === 24 && minor >= 15);

/** @param {string} text */
function stop(text) {
  process.stderr.write(`throughline: ${text}\n`);
  process.exit(1);
}

/** @param {string} node */
function startAgain(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal signals both of us; what the child makes of it decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  child.on('error', (error) => stop(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

if (!existsSync(main)) stop('it is not built yet; run `npm run build` in its folder first.');
if (isCurrent) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import(pathToFileURL(main).href);
} else {
  const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) startAgain(node);
  else
    stop(
      `it needs Node 24.15 or newer, and this is ${process.version}; run \`npm install\` in its folder to get one.`,
    );
}
