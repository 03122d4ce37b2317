/** The runtime as the desktop's page gets it: what needs the system is answered here, the rest by the runtime. */
import { nativeTheme } from 'electron';
import type { Settings } from '../../shared/contract.ts';
import type { Service } from '../runtime/serve-port.ts';
import { openExternal, saveFile } from './dialogs.ts';

/** System dialogs and the window's frame follow the program's theme. */
function applyTheme({ theme }: Settings): void {
  nativeTheme.themeSource = theme;
}

/** At the start; later changes come through `settings.set`. */
export async function readSettings({ handlers }: Service): Promise<void> {
  const { signal } = new AbortController();
  const settings = await handlers['settings.get']({}, { signal });
  if (settings.ok) applyTheme(settings.value);
}

export function desktopService({ handlers, streams }: Service): Service {
  return {
    streams,
    handlers: {
      ...handlers,
      'settings.set': async (change, context) => {
        const changed = await handlers['settings.set'](change, context);
        if (changed.ok) applyTheme(changed.value);
        return changed;
      },
      'shell.saveFile': async ({ fileName, text }) => saveFile(fileName, text),
      'shell.openExternal': async ({ url }) => openExternal(url),
    },
  };
}
