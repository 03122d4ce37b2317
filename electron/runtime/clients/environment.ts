import { delimiter, join } from 'node:path';
import type { Scratch } from './types.ts';

interface Surroundings {
  readonly platform: NodeJS.Platform;
  /** Read for the names of system folders on Windows, and for nothing else. */
  readonly machine: NodeJS.ProcessEnv;
}

const here = (): Surroundings => ({ platform: process.platform, machine: process.env });

/** Without these a Windows process does not start; they name the machine, not the user. */
const windowsNames = ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'];

/**
 * The whole environment of a client before its recipe adds to it: made from nothing, so that no login, proxy or setting of
 * the user can reach it. `folders` go before the system's on PATH.
 */
export function bareEnvironment(
  scratch: Scratch,
  folders: readonly string[] = [],
  around: Surroundings = here(),
): Record<string, string> {
  if (around.platform !== 'win32') {
    return {
      PATH: [...folders, '/usr/bin', '/bin'].join(':'),
      HOME: scratch.home,
      TERM: 'dumb',
      TMPDIR: scratch.temp,
    };
  }
  const system = join(around.machine['SystemRoot'] ?? 'C:\\Windows', 'System32');
  const kept = windowsNames.flatMap((name): [string, string][] => {
    const value = around.machine[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    PATH: [...folders, system].join(delimiter),
    USERPROFILE: scratch.home,
    HOME: scratch.home,
    APPDATA: join(scratch.home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(scratch.home, 'AppData', 'Local'),
    TEMP: scratch.temp,
    TMP: scratch.temp,
    TERM: 'dumb',
  };
}
