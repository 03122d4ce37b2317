/**
 * The desktop shell's entry. Electron emits `ready` only after this module has been evaluated, so nothing here may wait
 * for it: no top-level await.
 */
import path from 'node:path';
import { app } from 'electron';
import { homeFolder } from '../runtime/paths.ts';
import { registerScheme } from './scheme.ts';
import { start } from './start.ts';

registerScheme();
app.enableSandbox();
// The browser profile, and with it the single-instance lock, follow the place where state is kept.
app.setPath('userData', path.join(homeFolder(), 'desktop'));

const isSelfTest = process.argv.includes('--self-test');

if (isSelfTest || app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(async () => start({ isSelfTest }))
    .catch((error: unknown) => {
      console.error(error);
      app.exit(1);
    });
} else {
  app.quit();
}
