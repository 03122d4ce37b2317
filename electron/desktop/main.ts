/**
 * The desktop shell's entry. Electron emits `ready` only after this module has been evaluated, so nothing here may wait
 * for it: no top-level await.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { homeFolder } from '../runtime/paths.ts';
import { registerScheme } from './scheme.ts';
import { start } from './start.ts';

const isSelfTest = process.argv.includes('--self-test');
/** A test of the program leaves the user's state alone. */
const home = isSelfTest ? mkdtempSync(path.join(tmpdir(), 'throughline-self-test-')) : homeFolder();
if (isSelfTest)
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

registerScheme();
app.enableSandbox();
// The browser profile, and with it the single-instance lock, follow the place where state is kept.
const profile = path.join(home, 'desktop');
mkdirSync(profile, { recursive: true });
app.setPath('userData', profile);

if (isSelfTest || app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(async () => start({ home, isSelfTest }))
    .catch((error: unknown) => {
      console.error(error);
      app.exit(1);
    });
} else {
  app.quit();
}
