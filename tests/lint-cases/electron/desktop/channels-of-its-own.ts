import { app, ipcMain } from 'electron'; // forbidden: eslint(no-restricted-imports)
import * as everything from 'electron'; // forbidden: eslint(no-restricted-imports)
import electron from 'electron'; // forbidden: eslint(no-restricted-imports)
import { ipcRenderer } from 'electron/renderer'; // forbidden: eslint(no-restricted-imports)
import { run } from '../cli/run.ts'; // forbidden: eslint(no-restricted-imports)
import type { BrowserWindow } from 'electron';

export const late = async (): Promise<unknown> => (await import('electron')).ipcMain; // forbidden: eslint(no-restricted-properties)
export const own = (window: BrowserWindow): unknown => window.webContents.ipc; // forbidden: eslint(no-restricted-properties)
export const use = [app, ipcMain, everything, electron, ipcRenderer, run];
