/** The scripts that stand ready before a document's own: both ends of the bridge, and the app's preload between them. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Protocol } from './cdp.ts';
import type { PreloadProcess } from './wire.ts';

/** Built from `page/*.ts` and put here by the build. */
declare const __PAGE_MAIN__: string;
declare const __PAGE_ISOLATED__: string;

export const worldName = 'Electron Isolated Context';

/** Event names that a page's own scripts cannot guess. */
const secret = `electron-double-${randomBytes(12).toString('hex')}`;

interface PreloadOptions {
  readonly preload?: string;
  readonly additionalArguments?: readonly string[];
}

type Script = Protocol.Page.addScriptToEvaluateOnNewDocumentParameters;

export function preloadScripts({ preload, additionalArguments = [] }: PreloadOptions): Script[] {
  const main: Script = { source: __PAGE_MAIN__.replaceAll('__SECRET__', JSON.stringify(secret)) };
  if (preload === undefined) return [main];
  const versions = Object.entries(process.versions).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const info: PreloadProcess = {
    platform: process.platform,
    arch: process.arch,
    versions: Object.fromEntries(versions),
    argv: [process.execPath, ...additionalArguments],
  };
  const boot = __PAGE_ISOLATED__
    .replaceAll('__SECRET__', JSON.stringify(secret))
    .replaceAll('__PROCESS__', () => JSON.stringify(info));
  const parameters = 'require, process, exports, module, Buffer, global, setImmediate, clearImmediate';
  const source = [
    `if (window === window.top) { ${boot}`,
    `;__electronDoublePreload(function (${parameters}) {${readFileSync(preload, 'utf8')}`,
    '}) }',
    `//# sourceURL=${pathToFileURL(preload).href}`,
  ].join('\n');
  return [main, { worldName, source }];
}
