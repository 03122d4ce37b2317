import { access, constants, stat } from 'node:fs/promises';
import { delimiter, extname, isAbsolute, join } from 'node:path';

/** Where the shell would find a program: its absolute path, or undefined. Names with a separator are taken as paths. */
export async function findProgram(
  program: string,
  env: NodeJS.ProcessEnv = process.env,
  cwd?: string,
): Promise<string | undefined> {
  const endings = process.platform === 'win32' ? windowsEndings(program, env) : [''];
  const folders =
    isAbsolute(program) || /[/\\]/.test(program)
      ? [isAbsolute(program) ? '' : (cwd ?? process.cwd())]
      : (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    for (const ending of endings) {
      const path = folder === '' ? `${program}${ending}` : join(folder, `${program}${ending}`);
      if (await isProgram(path)) return path;
    }
  }
  return undefined;
}

function windowsEndings(program: string, env: NodeJS.ProcessEnv): string[] {
  return extname(program) === '' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
