import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { startProcess } from '../mcp/server-process.ts';
import { findProgram } from '../programs.ts';
import { clientFolder } from './cache.ts';
import { thisPlatform } from './platform.ts';
import type { ClientEntry, ClientRecipe, Platform } from './types.ts';

export interface InstallProgress {
  /** `present`: nothing had to be done. */
  readonly step: 'present' | 'installing' | 'installed';
  readonly elapsedMs: number;
}

export interface InstallOptions {
  readonly recipe: ClientRecipe;
  readonly version: string;
  readonly cache: string;
  readonly signal: AbortSignal;
  /** Called when a step begins and every second while it lasts. npm does not say how far it is, so neither do we. */
  readonly onProgress?: (progress: InstallProgress) => void;
  readonly timeoutMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: Platform;
}

export interface InstalledClient {
  readonly folder: string;
  readonly entry: ClientEntry;
}

const defaultTimeoutMs = 5 * 60_000;

/**
 * What npm needs to reach the user's registry. Installing is the user's own npm with the user's own settings; only what is
 * installed is kept away from them.
 */
const npmNames =
  /^(PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SystemRoot|ComSpec|PATHEXT|TEMP|TMP|TMPDIR|LANG|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_.*)$/i;

/** An exact version, nothing that npm would take for a range, a tag or an address. */
export const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

export const inexact = (recipe: ClientRecipe, version: string): Fault =>
  fault('client-version-invalid', `"${version.slice(0, 60)}" is not an exact version.`, {
    next: `Name one like ${recipe.versions.at(-1)}.`,
  });

/** The pinned client, from the cache or from the registry. The folder appears when it is complete, and not before. */
export async function installClient(options: InstallOptions): Promise<Result<InstalledClient>> {
  const { recipe, version, cache, signal } = options;
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  const progress = (step: InstallProgress['step']): void =>
    options.onProgress?.({ step, elapsedMs: elapsed() });

  if (!exactVersion.test(version)) {
    return { ok: false, fault: inexact(recipe, version) };
  }
  const entry = recipe.entry(options.platform ?? thisPlatform());
  if (entry === undefined) {
    return fail('client-not-for-platform', `There is no build of ${recipe.title} for this system.`);
  }
  const folder = clientFolder(cache, recipe, version);
  const installed = { folder, entry };
  if (existsSync(join(folder, entry.path))) {
    progress('present');
    return ok(installed);
  }
  const env = options.env ?? process.env;
  const npm = await findProgram('npm', env);
  if (npm === undefined) {
    return fail('npm-not-found', `npm is needed to install ${recipe.title}, and it is not on PATH.`, {
      next: 'Install Node.js with npm, or put the client itself on PATH.',
    });
  }

  const staging = `${folder}.${randomBytes(4).toString('hex')}.partial`;
  const ticker = setInterval(() => progress('installing'), 1000);
  progress('installing');
  try {
    await mkdir(staging, { recursive: true });
    await writeFile(join(staging, 'package.json'), '{"private":true}\n');
    const done = await runNpm(npm, staging, `${recipe.package}@${version}`, {
      env,
      signal,
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    });
    if (!done.ok) return installFault(recipe, version, done);
    if (!existsSync(join(staging, entry.path))) {
      return fail(
        'client-incomplete',
        `The package of ${recipe.title} ${version} holds no program for this system.`,
        {
          next: 'Choose another version.',
        },
      );
    }
    await rm(join(staging, cacheName), { recursive: true, force: true });
    await moveIn(staging, folder);
    progress('installed');
    return ok(installed);
  } catch (error) {
    return fail('client-install-failed', `${recipe.title} ${version} could not be installed.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: `Look whether ${cache} can be written.`,
    });
  } finally {
    clearInterval(ticker);
    await rm(staging, { recursive: true, force: true });
  }
}

const cacheName = '.npm';

/** Somebody else may have installed the same meanwhile; then theirs stands and ours goes. */
async function moveIn(staging: string, folder: string): Promise<void> {
  try {
    await rename(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

type NpmResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: 'cancelled' | 'timeout' | 'failed'; readonly error: string };

async function runNpm(
  npm: string,
  folder: string,
  what: string,
  limits: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<NpmResult> {
  const env = Object.fromEntries(
    Object.entries(limits.env).filter(
      (pair): pair is [string, string] => npmNames.test(pair[0]) && pair[1] !== undefined,
    ),
  );
  const errors: Buffer[] = [];
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--save-exact',
    '--no-progress',
    '--loglevel=error',
    `--cache=${join(folder, cacheName)}`,
    what,
  ];
  const started = await startProcess(
    { command: npm, args, cwd: folder, env },
    { onStdout: () => undefined, onStderr: (chunk) => void (errors.length < 200 && errors.push(chunk)) },
  );
  if (!started.ok) return { ok: false, why: 'failed', error: started.fault.message };
  let stopped: 'cancelled' | 'timeout' | undefined;
  const stop = (why: 'cancelled' | 'timeout') => () => {
    stopped ??= why;
    void started.value.end();
  };
  const onAbort = stop('cancelled');
  const timer = setTimeout(stop('timeout'), limits.timeoutMs);
  if (limits.signal.aborted) onAbort();
  limits.signal.addEventListener('abort', onAbort);
  const exit = await started.value.exit;
  clearTimeout(timer);
  limits.signal.removeEventListener('abort', onAbort);
  await started.value.end();
  if (stopped === undefined && exit.code === 0) return { ok: true };
  return { ok: false, why: stopped ?? 'failed', error: Buffer.concat(errors).toString('utf8') };
}

function installFault(recipe: ClientRecipe, version: string, done: NpmResult & { ok: false }): Result<never> {
  const name = `${recipe.title} ${version}`;
  switch (done.why) {
    case 'cancelled':
      return fail('cancelled', `The installation of ${name} was cancelled.`);
    case 'timeout':
      return fail('client-install-timeout', `npm did not install ${name} in time.`, {
        next: 'Try again with a better connection, or put the client on PATH.',
      });
    case 'failed': {
      const lines = done.error.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
      const cause = lines.find((line) => line !== '' && !line.startsWith('code ')) ?? lines[0];
      return /\b(E404|ETARGET)\b/.test(done.error)
        ? fail('client-version-unknown', `The registry does not have ${recipe.package}@${version}.`, {
            cause,
            next: `Known to work: ${recipe.versions.join(', ')}.`,
          })
        : fail('client-install-failed', `npm could not install ${name}.`, {
            cause,
            next: 'Look whether the registry can be reached (npm ping), or put the client on PATH.',
          });
    }
  }
}
