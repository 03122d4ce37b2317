/** Builds what is out of date. A target's stamp is the content of its sources, so a touched or restored file costs nothing. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { program, root, type Target } from './targets.ts';

/** What every bundle depends on besides its own sources. */
const tools = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.ts',
  'scripts/targets.ts',
];

function filesUnder(entry: string): string[] {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [entry];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && !/\.test\.tsx?$/.test(found.name))
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)));
}

function stampOf(target: Target): string {
  const hash = createHash('sha256').update(process.version);
  const files = [...tools, ...target.sources].flatMap(filesUnder).toSorted();
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

const stampFile = (target: Target): string => path.join(root, target.out, '.stamp');

function isFresh(target: Target, stamp: string): boolean {
  const file = stampFile(target);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Bundles beside the old output and then swaps the folders: a build that fails leaves the last good one in place. */
async function make(target: Target, stamp: string): Promise<void> {
  const out = path.join(root, target.out);
  const fresh = `${out}.new-${process.pid}`;
  const old = `${out}.old-${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    await target.make(fresh);
    writeFileSync(path.join(fresh, '.stamp'), stamp);
    if (existsSync(out)) renameSync(out, old);
    renameSync(fresh, out);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

/** Builds the targets that changed; returns the names of those it built. Throws after all of them were tried. */
export async function buildChanged(targets: readonly Target[], force = false): Promise<string[]> {
  const stale = targets
    .map((target) => ({ target, stamp: stampOf(target) }))
    .filter(({ target, stamp }) => force || !isFresh(target, stamp));
  const made = await Promise.allSettled(stale.map(async ({ target, stamp }) => make(target, stamp)));
  const failures = made.flatMap((result, at) =>
    result.status === 'rejected' ? [`${stale[at]?.target.name}: ${messageOf(result.reason)}`] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return stale.map(({ target }) => target.name);
}

/** `build [--force] [TARGET…]`; without a name, everything. */
export async function main(args: readonly string[]): Promise<void> {
  const started = performance.now();
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = names.find((name) => !program.some((target) => target.name === name));
  if (unknown !== undefined) {
    console.error(`No target "${unknown}". There are: ${program.map((target) => target.name).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const wanted = names.length === 0 ? program : program.filter((target) => names.includes(target.name));
  let built: string[];
  try {
    built = await buildChanged(wanted, args.includes('--force'));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
    return;
  }
  const ms = Math.round(performance.now() - started);
  console.log(
    built.length === 0 ? `Build is up to date (${ms} ms).` : `Built ${built.join(', ')} in ${ms} ms.`,
  );
}
