import { openWindow } from '../desktop/window.ts'; // forbidden: eslint(no-restricted-imports)
import { App } from '../../renderer/App.tsx'; // forbidden: eslint(no-restricted-imports)
import { startBrowserShell } from '../browser/shell.ts';

export const use = [openWindow, App, startBrowserShell];
