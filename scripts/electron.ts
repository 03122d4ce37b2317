/** The Electron binary: not part of the npm package, fetched on first use, and not to be had everywhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './targets.ts';

const home = path.join(root, 'node_modules/electron');
const memory = path.join(root, 'node_modules/.throughline-electron.json');
const tryFor = 20_000;

type Electron = { readonly file: string } | { readonly missing: string };

/** Where an installed Electron is; no attempt is made to fetch it. */
export function installedElectron(): string | undefined {
  const name = path.join(home, 'path.txt');
  if (!existsSync(name)) return undefined;
  const file = path.join(home, 'dist', readFileSync(name, 'utf8'));
  return existsSync(file) ? file : undefined;
}

/** A failure is remembered for this version of Electron, so that the next start does not wait again. */
function rememberedFailure(version: string): string | undefined {
  if (!existsSync(memory) || process.env['THROUGHLINE_ELECTRON'] === 'retry') return undefined;
  const [failedVersion, reason] = readFileSync(memory, 'utf8').split('\n');
  return failedVersion === version ? reason : undefined;
}

/** Electron, fetched if it is not there yet: at most 20 s of trying. */
export function getElectron(): Electron {
  const installed = installedElectron();
  if (installed !== undefined) return { file: installed };
  const version =
    /"version": "([^"]+)"/.exec(readFileSync(path.join(home, 'package.json'), 'utf8'))?.[1] ?? '';
  const remembered = rememberedFailure(version);
  if (remembered !== undefined) {
    return { missing: `${remembered}; THROUGHLINE_ELECTRON=retry tries again` };
  }
  console.log(`Fetching Electron ${version} (at most ${tryFor / 1000} s).`);
  const done = spawnSync(process.execPath, [path.join(home, 'install.js')], {
    encoding: 'utf8',
    timeout: tryFor,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const fetched = installedElectron();
  if (done.status === 0 && fetched !== undefined) return { file: fetched };
  const reason = failure(done.error, done.stderr);
  writeFileSync(memory, `${version}\n${reason}\n`);
  return { missing: reason };
}

function failure(error: Error | undefined, stderr: string): string {
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') {
    return `it did not arrive within ${tryFor / 1000} s`;
  }
  const reason = /^(?:\w*Error: )?(.*\b(?:E[A-Z]{4,}|HTTP|failed)\b.*)$/m.exec(stderr)?.[1];
  return reason === undefined ? 'its download failed' : `its download failed (${reason.trim()})`;
}
