import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const tree = pathToFileURL(path.join(import.meta.dirname, 'process-tree.ts')).href;

/** A server that ignores every gentle signal, with a helper in its group and one that left it; says their pids. */
const server = `
const { spawn } = require('node:child_process');
for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(name, () => {});
const helper = (detached) => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached }).pid;
console.log([process.pid, helper(false), helper(true)].join(' '));
setInterval(() => {}, 1000);
`;

const parent = (end: string): string => `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { guardGroup } from ${JSON.stringify(tree)};
const child = spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
guardGroup(child.pid);
createInterface({ input: child.stdout }).on('line', (line) => {
  console.log(line);
  setTimeout(() => { ${end} }, 50);
});
`;

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const gone = async (pids: readonly number[], ms: number): Promise<readonly number[]> => {
  const until = performance.now() + ms;
  for (;;) {
    const left = pids.filter(lives);
    if (left.length === 0 || performance.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Pids of the server and its helpers, once their parent is gone. */
async function runParent(end: string): Promise<readonly number[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent(end)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let pids: readonly number[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => (pids = line.split(' ').map(Number)));
  await new Promise((resolve) => child.once('exit', resolve));
  return pids;
}

describe.skipIf(process.platform === 'win32')('no process is left behind when the program', () => {
  it.concurrent.each([
    ['ends', 'process.exit(0);'],
    ['crashes', 'throw new Error();'],
    ['is told to end', "process.kill(process.pid, 'SIGTERM');"],
    ['loses its terminal', "process.kill(0, 'SIGHUP');"],
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
  ])('%s', async (_what, end) => {
    const pids = await runParent(end);
    expect(pids).toHaveLength(3);
    expect(await gone(pids, 8000)).toEqual([]);
  });
});
