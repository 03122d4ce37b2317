import { shell } from 'electron'; // forbidden: eslint(no-restricted-imports)
import { openWindow } from '../desktop/window.ts'; // forbidden: eslint(no-restricted-imports)
import { run } from '../cli/run.ts'; // forbidden: eslint(no-restricted-imports)
import { serveStatic } from '../static/serve.ts';
import { createRuntime } from '../runtime/runtime.ts';

export const use = [shell, openWindow, run, serveStatic, createRuntime];
