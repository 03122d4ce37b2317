/** Puts the desktop shell together once Electron is ready. */
import path from 'node:path';
import { app, session } from 'electron';
import { joinPaths, loginPath, needsLoginPath } from '../runtime/login-path.ts';
import { createRuntime, programFolders, type Runtime } from '../runtime/runtime.ts';
import { openExternal, openSignIn } from './dialogs.ts';
import { onConnect } from './ipc.ts';
import { installMenu } from './menu.ts';
import { restrictNavigation } from './navigation.ts';
import { connectPage } from './page-port.ts';
import { restrictPermissions } from './permissions.ts';
import { serveScheme } from './scheme.ts';
import { secretBox } from './secrets.ts';
import { selfTest } from './self-test.ts';
import { desktopService, readSettings } from './service.ts';
import { openWindow, showWindow } from './window.ts';

/** How long servers and captures get to end in order before the program leaves anyway, ms. */
const closeWithin = 5000;

export interface StartOptions {
  /** The folder for state. */
  readonly home: string;
  readonly isSelfTest: boolean;
}

export async function start({ home, isSelfTest }: StartOptions): Promise<void> {
  const root = app.getAppPath();
  restrictPermissions(session.defaultSession);
  serveScheme(path.join(root, 'dist/renderer'));
  app.on('web-contents-created', (_event, contents) => {
    restrictNavigation(contents, (address) => void openExternal(address));
  });

  const settled = isSelfTest ? Promise.resolve() : adoptLoginPath();
  const runtime = await createRuntime({
    home,
    version: app.getVersion(),
    ...programFolders(root),
    platform: {
      shell: 'desktop',
      electronVersion: process.versions.electron,
      openSignIn,
      secrets: secretBox(),
      settled,
    },
  });
  await readSettings(runtime);
  const service = desktopService(runtime);
  onConnect((frame, nonce) => connectPage(service, frame, nonce));

  if (isSelfTest) {
    const report = await selfTest();
    console.log(JSON.stringify(report, undefined, 2));
    await closed(runtime);
    app.exit(report.ok ? 0 : 1);
    return;
  }

  closeBeforeQuit(runtime);
  installMenu();
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', showWindow);
  app.on('second-instance', showWindow);
  openWindow();
}

/** Ends the runtime's processes first: nothing that it started may outlive it. */
function closeBeforeQuit(runtime: Runtime): void {
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    void closed(runtime).then(() => {
      isClosed = true;
      app.quit();
    });
  });
}

async function closed(runtime: Runtime): Promise<void> {
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, closeWithin));
  const ending = runtime.close().catch((error: unknown) => console.error('Closing went wrong.', error));
  await Promise.race([ending, deadline]);
}

/** Local servers are looked for where a terminal of the user would find them. */
async function adoptLoginPath(): Promise<void> {
  if (!needsLoginPath(process.env)) return;
  const found = await loginPath(process.env);
  if (found !== undefined) process.env['PATH'] = joinPaths(found, process.env['PATH']);
}
