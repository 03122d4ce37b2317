import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import path from 'node:path';
import { cacheFolder } from '../../electron/runtime/clients/cache.ts';

const cached = (): string => path.join(cacheFolder(), 'suites');

/**
 * Installs packages that only a suite needs into the cache, without scripts, and returns their folder. What is there is
 * used as it is; the folder appears when it is complete, and not before.
 */
export function installForSuite(name: string, packages: readonly string[]): Promise<string> {
  const present = installing.get(name) ?? install(name, packages);
  installing.set(name, present);
  return present;
}

/** Two runs that want the same packages wait for one installation. */
const installing = new Map<string, Promise<string>>();

async function install(name: string, packages: readonly string[]): Promise<string> {
  const folder = path.join(cached(), name);
  if (existsSync(folder)) return folder;
  const staging = `${folder}.${process.pid}.partial`;
  await mkdir(staging, { recursive: true });
  await writeFile(path.join(staging, 'package.json'), '{"private":true}\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const npm = spawn('npm', ['install', ...flags, ...packages], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  const errors: Buffer[] = [];
  npm.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const [code] = await once(npm, 'close');
  if (code !== 0) {
    await rm(staging, { recursive: true, force: true });
    throw new Error(
      `npm could not install ${packages.join(', ')}.\n${Buffer.concat(errors).toString('utf8')}`,
    );
  }
  await rename(staging, folder);
  return folder;
}

/** Runs `work` on each item, `width` at a time, and keeps the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
