import type { ConfigValue } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a server gets of our own environment. Everything else may hold secrets that are none of its business; a server that
 * needs more is given it by name in its configuration. The same choice as the reference clients', plus language, time zone
 * and temporary folder, without which servers print or store in the wrong place.
 */
const inherited = {
  posix: [
    'HOME',
    'LOGNAME',
    'PATH',
    'SHELL',
    'TERM',
    'USER',
    'LANG',
    'TZ',
    'TMPDIR',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_RUNTIME_DIR',
  ],
  windows: [
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERPROFILE',
    'WINDIR',
  ],
} as const;

/** The variables of `from` that every server inherits. A value that defines a shell function is left out. */
export const baseEnvironment = (
  from: Environment,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> => {
  const wanted: readonly string[] = platform === 'win32' ? inherited.windows : inherited.posix;
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || value.startsWith('()')) continue;
    const key = platform === 'win32' ? name.toUpperCase() : name;
    if (wanted.includes(key) || (platform !== 'win32' && key.startsWith('LC_'))) out[name] = value;
  }
  return out;
};

/** Values of a configuration, references replaced by what `from` holds. A missing variable is named, its place too. */
export const resolveValues = (
  values: Readonly<Record<string, ConfigValue>>,
  from: Environment,
  place: 'variable' | 'header',
): Result<Record<string, string>> => {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value.kind === 'text') {
      out[name] = value.value;
      continue;
    }
    const found = from[value.variable];
    if (found === undefined) {
      return fail(
        'variable-missing',
        `The ${place} "${name}" refers to \${${value.variable}}, which is not set.`,
        {
          next: `Set ${value.variable} where Throughline is started, then connect again.`,
        },
      );
    }
    out[name] = found;
  }
  return ok(out);
};
