import { run } from '../cli/run.ts'; // forbidden: eslint(no-restricted-imports)
import { serveStatic } from '../static/serve.ts'; // forbidden: eslint(no-restricted-imports)
import { records } from '../runtime/tap/records.ts';

export const use = [run, serveStatic, records];
