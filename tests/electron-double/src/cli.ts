/** The stand-in `electron` executable: takes the command line that Electron, or Playwright, would give the real one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import inspector from 'node:inspector';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unpack } from './asar.ts';
import { exitNow } from './exit.ts';
import type * as Double from './electron.ts';

declare const __ELECTRON_VERSION__: string;

const load = createRequire(__filename);
const home = __dirname;

interface CommandLine {
  /** Modules to load before the app (`-r`). */
  readonly preloads: readonly string[];
  readonly inspect: number | undefined;
  readonly switches: readonly string[];
  /** What stands after our own switches: the app, then its arguments. */
  readonly rest: readonly string[];
}

function parse(given: readonly string[]): CommandLine {
  const preloads: string[] = [];
  const switches: string[] = [];
  let inspect: number | undefined;
  let at = 0;
  for (; at < given.length; at++) {
    const arg = given[at] ?? '';
    if (arg === '-r' || arg === '--require') preloads.push(given[++at] ?? '');
    else if (arg.startsWith('--inspect')) inspect = Number(arg.split('=')[1] ?? 9229);
    else if (arg.startsWith('--')) switches.push(arg);
    else break;
  }
  return { preloads, inspect, switches, rest: given.slice(at) };
}

function fail(message: string, code: number): never {
  console.error(`electron-double: ${message}`);
  return exitNow(code);
}

interface App {
  readonly folder: string;
  readonly main: string;
  readonly name: string;
  readonly version: string;
  readonly isPackaged: boolean;
}

/** A packaged app lies beside this script, as electron-builder put it there; else the first argument names a folder. */
function findApp(rest: readonly string[]): App {
  const archive = path.join(home, 'resources/app.asar');
  const isPackaged = existsSync(archive);
  const folder = isPackaged ? unpacked(archive) : path.resolve(rest[0] ?? '.');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    // The real one would start a second program here, whose main script is that file.
    fail(`${folder} is no app. To run a script through process.execPath, set ELECTRON_RUN_AS_NODE=1.`, 9);
  }
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  return {
    folder,
    main: path.join(folder, manifest['main'] ?? 'index.js'),
    name: manifest['productName'] ?? manifest['name'] ?? 'Electron',
    version: manifest['version'] ?? '0.0.0',
    isPackaged,
  };
}

function unpacked(archive: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'electron-double-app-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpack(archive, folder);
  return folder;
}

/** `electron` is found here, by `import` and `require` alike, whatever the app's bundle says. */
function standIn(file: string): void {
  const url = pathToFileURL(file).href;
  registerHooks({
    resolve: (name, context, next) =>
      /^electron(\/(main|common))?$/.test(name)
        ? { url, format: 'commonjs', shortCircuit: true }
        : next(name, context),
  });
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  if (given.includes('--version')) {
    console.log(`v${__ELECTRON_VERSION__}`);
    return;
  }
  const { preloads, inspect, switches, rest } = parse(given);
  if (inspect !== undefined) inspector.open(inspect, '127.0.0.1');
  const found = findApp(rest);
  const executable = process.env['ELECTRON_DOUBLE_EXECUTABLE'] ?? path.join(home, 'electron');
  delete process.env['ELECTRON_DOUBLE_EXECUTABLE'];
  Object.defineProperty(process.versions, 'electron', { value: __ELECTRON_VERSION__, enumerable: true });
  Object.assign(process, {
    type: 'browser',
    resourcesPath: path.join(home, 'resources'),
    // Not Node: a script run through it needs ELECTRON_RUN_AS_NODE=1, here as there.
    execPath: executable,
    argv: [executable, ...given],
    ...(found.isPackaged ? {} : { defaultApp: true }),
  });
  const moduleFile = path.join(home, 'electron.cjs');
  standIn(moduleFile);
  const { _launch } = load(moduleFile) as typeof Double;
  const stuck = (): never =>
    fail(
      'the main script never finished loading. `ready` comes only after it, so `await app.whenReady()` at its top level waits for ever.',
      13,
    );
  await _launch({
    name: found.name,
    version: found.version,
    appPath: found.folder,
    isPackaged: found.isPackaged,
    browser: process.env['THROUGHLINE_BROWSER'] ?? '/usr/bin/chromium',
    switches: switches.filter((name) => name.startsWith('--remote-debugging-port')),
    loadMain: async () => {
      process.on('beforeExit', stuck);
      for (const name of preloads) load(path.resolve(name));
      await import(pathToFileURL(found.main).href);
      process.off('beforeExit', stuck);
    },
  });
}

main().catch((error: unknown) => {
  console.error(error);
  exitNow(1);
});
