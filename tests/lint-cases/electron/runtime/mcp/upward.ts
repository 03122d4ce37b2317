import { app } from 'electron'; // forbidden: eslint(no-restricted-imports)
import type { Session } from 'electron/main'; // forbidden: eslint(no-restricted-imports)
import { openWindow } from '../../desktop/window.ts'; // forbidden: eslint(no-restricted-imports)
import { startBrowserShell } from '../../browser/shell.ts'; // forbidden: eslint(no-restricted-imports)
import { run } from '../../cli/run.ts'; // forbidden: eslint(no-restricted-imports)
import { serveStatic } from '../../static/serve.ts'; // forbidden: eslint(no-restricted-imports)
import { store } from '../../../renderer/stores/store.ts'; // forbidden: eslint(no-restricted-imports)
import { readFileSync } from 'node:fs';
import { fail } from '../../../shared/fault.ts';
import { bus } from '../bus.ts';
import { wrapper } from '../../tap-wrapper/tap-wrapper.ts'; // forbidden: eslint(no-restricted-imports)

export const later = async (): Promise<unknown> => import('electron'); // forbidden: eslint(no-restricted-imports)
export const use = (session: Session): unknown[] => [app, session, openWindow, startBrowserShell, run, serveStatic, store, readFileSync, fail, bus, wrapper];
