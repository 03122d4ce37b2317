// Makes a bare clone ready: dependencies, and with them the pinned Node that runs everything else. This file and
// the two that start it need no dependency and run on any Node from 18 on; the rest of the project does not.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** npm writes down what it installed when it is done; that is compared with what the lock asks for. */
function missingPackage() {
  const wanted = readJson('package-lock.json').packages;
  const installed = readJson('node_modules/.package-lock.json')?.packages ?? {};
  return Object.keys(wanted).find((name) => {
    if (name === '' || wanted[name].optional || wanted[name].link) return false;
    return installed[name]?.version !== wanted[name].version;
  });
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env.npm_execpath;
  const viaNode = script !== undefined && /npm-cli\.c?js$/.test(script);
  const done = viaNode
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) {
    console.error(
      `\`npm ${args.join(' ')}\` failed. Its output above says why; run it again once that is mended.`,
    );
    process.exit(1);
  }
}

/** Installs what is missing. Takes a few milliseconds when nothing is. */
export function ensureDependencies() {
  const missing = missingPackage();
  if (missing !== undefined) {
    console.log(
      existsSync(path.join(root, 'node_modules'))
        ? 'Updating dependencies.'
        : 'Installing dependencies (about a minute).',
    );
    // Windows keeps a running program's file, and the Node inside node_modules may be the one running this.
    const inPlace = process.platform === 'win32' && existsSync(node);
    npm([inPlace ? 'install' : 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (!existsSync(node)) npm(['rebuild', 'node', '--foreground-scripts']);
}

/**
 * Runs a script of ours on the pinned Node and ends as it ends.
 * @param {string} script path below the root
 * @param {string[]} args
 */
export function runOnPinnedNode(script, args) {
  const bin = path.join(root, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(node, [path.join(root, script), ...args], { cwd: root, env, stdio: 'inherit' });
  // The child decides when to end, and we end after it. A terminal sends Ctrl-C to the child as well: once is enough.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The pinned Node did not start (${error.message}). Delete node_modules and try again.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureDependencies();
  console.log('Dependencies are in place.');
}
