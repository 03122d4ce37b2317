/**
 * The module that the app's main script gets for `electron`. It runs an app's built main script in plain Node and shows
 * its windows in Chromium. What is not here does not exist: importing it is an error that names it.
 */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog, shell } from './dialogs.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, MenuItem } from './menu.ts';
export { nativeTheme } from './native-theme.ts';
export { MessageChannelMain } from './ports.ts';
export { protocol } from './protocol.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { webContents } from './web-contents.ts';
/** For specs, and for the launcher. */
export { state as _double } from './state.ts';
export { launch as _launch, type LaunchOptions } from './launch.ts';
