/** Checked by the compiler alone: every name that the stand-in offers exists in Electron's own types, so a wrong or removed one fails. */
import type { App } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type * as Double from './electron.ts';
import type { IpcMain } from './ipc-main.ts';
import type { MenuItem } from './menu.ts';
import type { MessagePortMain } from './ports.ts';
import type { WebContents } from './web-contents.ts';
import type { WebFrameMain } from './web-frame.ts';

type Own<T> = { [K in keyof T]-?: K extends `_${string}` ? never : K }[keyof T];
type Extra<Mine, Theirs> = Exclude<Own<Mine>, keyof Theirs>;
type None<T extends never> = T;

export type Conformance = [
  None<Extra<typeof Double, typeof Electron>>,
  None<Extra<App, Electron.App>>,
  None<Extra<BrowserWindow, Electron.BrowserWindow>>,
  None<Extra<IpcMain, Electron.IpcMain>>,
  None<Extra<MenuItem, Electron.MenuItem>>,
  None<Extra<typeof Double.Menu, typeof Electron.Menu>>,
  None<Extra<MessagePortMain, Electron.MessagePortMain>>,
  None<Extra<WebContents, Electron.WebContents>>,
  None<Extra<WebFrameMain, Electron.WebFrameMain>>,
  None<Extra<typeof Double.dialog, Electron.Dialog>>,
  None<Extra<typeof Double.nativeTheme, Electron.NativeTheme>>,
  None<Extra<typeof Double.protocol, Electron.Protocol>>,
  None<Extra<typeof Double.safeStorage, Electron.SafeStorage>>,
  None<Extra<typeof Double.session.defaultSession, Electron.Session>>,
  None<Extra<typeof Double.shell, Electron.Shell>>,
  None<Extra<typeof Double.webContents, typeof Electron.webContents>>,
];
