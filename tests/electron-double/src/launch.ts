/** From a loaded main script to `ready`. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { announceReady, app, leave } from './app.ts';
import { Chromium } from './chromium.ts';
import { dialog } from './dialogs.ts';
import { state } from './state.ts';

export interface LaunchOptions {
  readonly name: string;
  readonly version: string;
  readonly appPath: string;
  readonly isPackaged: boolean;
  readonly browser: string;
  /** Chromium's own switches from our command line. */
  readonly switches: readonly string[];
  /** Loads the app's main script; Electron is ready only after it. */
  readonly loadMain: () => Promise<void>;
}

/** Switches that Playwright passes to Electron and that a browser of our own must not get. */
const notForChromium = new Set(['headless', 'disable-popup-blocking']);

export async function launch(options: LaunchOptions): Promise<void> {
  state.appPath = options.appPath;
  state.isPackaged = options.isPackaged;
  app._configure(options.name, options.version);
  behaveAsMainProcess();
  await options.loadMain();

  const profile = mkdtempSync(path.join(tmpdir(), 'electron-double-'));
  state.profile = profile;
  const chromium = new Chromium({
    binary: options.browser,
    profile,
    isHeadless: process.env['ELECTRON_DOUBLE_HEADED'] !== '1',
    switches: [...fromApp(), ...options.switches],
  });
  state.chromium = chromium;
  void chromium.exited.then(() => leave(Number(process.exitCode ?? 0)));
  await chromium.closeStrays();
  const { product } = await chromium.send('Browser.getVersion');
  Object.defineProperty(process.versions, 'chrome', { value: product.split('/')[1], enumerable: true });
  announceReady();
}

function fromApp(): string[] {
  return [...app.commandLine._switches]
    .filter(([name]) => !notForChromium.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
}

/** `process.exit` is `app.exit`, signals quit, and an uncaught error is shown rather than fatal. */
function behaveAsMainProcess(): void {
  Object.assign(process, {
    exit: (code?: number) => {
      if (code !== undefined) process.exitCode = code;
      app.exit(Number(process.exitCode ?? 0));
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    dialog.showErrorBox('A JavaScript error occurred in the main process', error.stack ?? error.message);
  });
}
