import { join } from 'node:path';
import { Settings, defaultSettings, type CommandArgs } from '../../shared/contract.ts';
import { fault, type Fault } from '../../shared/fault.ts';
import { formatJson } from '../../shared/json.ts';
import { readFileIfThere, writeFileAtomic } from './files.ts';

export interface SettingsStore {
  readonly current: Settings;
  set(change: CommandArgs<'settings.set'>): Promise<Settings>;
}

/** Reads `settings.json`. A damaged file leaves the defaults in force and is reported, not overwritten until a change. */
export async function openSettings(home: string, report: (fault: Fault) => void): Promise<SettingsStore> {
  const path = join(home, 'settings.json');
  const read = async (): Promise<Settings> => {
    const text = await readFileIfThere(path);
    if (text === undefined) return defaultSettings;
    try {
      return merge(defaultSettings, Settings.partial().parse(JSON.parse(text)));
    } catch {
      report(
        fault('settings-unreadable', `The settings in ${path} cannot be read; the defaults are in force.`, {
          next: 'Correct the file, or change a setting to write it anew.',
        }),
      );
      return defaultSettings;
    }
  };
  let current = await read();
  return {
    get current() {
      return current;
    },
    set: async (change) => {
      current = merge(await read(), change);
      await writeFileAtomic(path, `${formatJson(current, 2)}\n`);
      return current;
    },
  };
}

const merge = (base: Settings, change: CommandArgs<'settings.set'>): Settings => ({
  theme: change.theme ?? base.theme,
  boundaryWaitMs: change.boundaryWaitMs ?? base.boundaryWaitMs,
});
