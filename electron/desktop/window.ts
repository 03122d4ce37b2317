import { app, BrowserWindow } from 'electron';
import { startAddress } from './address.ts';
import { windowOptions } from './window-options.ts';

/** A page that lost its process is loaded again, but not for ever. */
const maxReloads = 3;

/** Opens the window; it is shown once it has something to show. */
export function openWindow(): BrowserWindow {
  const window = new BrowserWindow(windowOptions(app.getAppPath()));
  window.once('ready-to-show', () => window.show());
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    console.error(`The window's process is gone (${reason}).`);
    if (reason !== 'clean-exit' && reloads++ < maxReloads) window.webContents.reload();
  });
  window.loadURL(startAddress).catch((error: unknown) => {
    console.error('The window could not load its page.', error);
  });
  return window;
}

/** Brings the window to the front, or opens one where none is left. */
export function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) {
    openWindow();
    return;
  }
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
