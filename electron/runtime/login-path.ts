import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Environment } from './servers/environment.ts';

/** A shell that takes longer to start than this is not waited for, ms. */
const patienceMs = 4000;

/**
 * Whether a program that was started from an icon has to ask for the PATH of the user's shell: it gets the short one of the
 * system, where `npx` and `uvx` are not found. What was started from a shell has it already.
 */
export const needsLoginPath = (
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): boolean =>
  platform !== 'win32' && environment['SHLVL'] === undefined && environment['SHELL'] !== undefined;

/**
 * PATH as a login shell of the user sees it. The shell reads the user's own start files, as a new terminal does; what they
 * print is passed over. Undefined where the shell does not say it in time.
 */
export const loginPath = (environment: Environment, limitMs = patienceMs): Promise<string | undefined> => {
  const shell = environment['SHELL'];
  if (shell === undefined) return Promise.resolve(undefined);
  const mark = randomBytes(8).toString('hex');
  // `env` is asked, not the shell's own variable: fish keeps that as a list.
  const script = `printf '%s\\n' ${mark}; command env; printf '%s\\n' ${mark}`;
  return new Promise((resolve) => {
    const child = execFile(
      shell,
      ['-ilc', script],
      { env: { ...environment }, timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 4_000_000 },
      (_error, stdout) => {
        const said = stdout.split(`${mark}\n`)[1];
        const found = said?.split('\n').findLast((line) => line.startsWith('PATH='));
        const path = found?.slice('PATH='.length);
        resolve(path === undefined || path === '' ? undefined : path);
      },
    );
    // It is asked nothing; a start file that reads would wait for ever.
    child.stdin?.end();
  });
};

/** One PATH of two: the first one's places, then those that only the second has. */
export const joinPaths = (first: string, second: string | undefined): string =>
  [...new Set([...first.split(':'), ...(second ?? '').split(':')])].filter((place) => place !== '').join(':');
