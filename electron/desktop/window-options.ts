import path from 'node:path';
import type { BrowserWindowConstructorOptions } from 'electron';

/** The window's options, apart from the window so that a test can hold them against the security checklist. */
export const windowOptions = (applicationFolder: string): BrowserWindowConstructorOptions => ({
  title: 'Throughline',
  width: 1440,
  height: 900,
  minWidth: 960,
  minHeight: 600,
  show: false,
  backgroundColor: '#0f1318',
  autoHideMenuBar: true,
  webPreferences: {
    preload: path.join(applicationFolder, 'dist/desktop/preload.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  },
});
