/** What would leave the program: dialogs wait for a script, the rest is written down. */
import { record } from './state.ts';
import { strict } from './strict.ts';

/** A spec answers by assignment (`dialog.showSaveDialog = async () => …`), exactly as one stubs the real Electron. */
const unscripted = (name: string) => async (): Promise<never> => {
  throw new Error(`electron-double: dialog.${name} was called, but the test did not say how to answer it`);
};

export const dialog = strict('dialog', {
  showSaveDialog: unscripted('showSaveDialog'),
  showOpenDialog: unscripted('showOpenDialog'),
  showMessageBox: unscripted('showMessageBox'),
  showErrorBox: (title: string, content: string): void => {
    record('dialog.showErrorBox', title, content);
    console.error(`${title}: ${content}`);
  },
});

export const shell = strict('shell', {
  openExternal: async (url: string): Promise<void> => record('shell.openExternal', url),
});
