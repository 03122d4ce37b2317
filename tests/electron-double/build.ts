/** Builds the stand-in's folder, laid out as an Electron distribution, so that Playwright and electron-builder take it for one. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import * as z from 'zod';
import { bundleForNode, common, root, type Target } from '../../scripts/targets.ts';

const home = 'tests/electron-double';

/** A script of the page's side as one piece of text. */
async function pageScript(file: string): Promise<string> {
  const built = await build({
    ...common,
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      rolldownOptions: { input: path.join(root, home, 'src/page', file), output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const result of outputs) {
    if ('output' in result) return result.output[0].code;
  }
  throw new Error(`${file} was not built`);
}

/** Electron's fuse wire: a mark, a version, a count, then one digit a fuse. Tools that flip fuses look for it in the executable. */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100011'),
]);

const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
node=\${ELECTRON_DOUBLE_NODE:-node}
if [ "$ELECTRON_RUN_AS_NODE" = 1 ]; then exec "$node" "$@"; fi
# A package gives the executable a name of its own.
export ELECTRON_DOUBLE_EXECUTABLE=$(readlink -f "$0")
exec "$node" "$here/cli.cjs" "$@"
# `;

const electronPackage = z.object({ version: z.string() });

async function make(outDir: string): Promise<void> {
  const manifest = readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8');
  const { version } = electronPackage.parse(JSON.parse(manifest));
  const [pageMain, pageIsolated] = await Promise.all([pageScript('main.ts'), pageScript('isolated.ts')]);
  const define = {
    __PAGE_MAIN__: JSON.stringify(pageMain),
    __PAGE_ISOLATED__: JSON.stringify(pageIsolated),
    __ELECTRON_VERSION__: JSON.stringify(version),
  };
  for (const name of ['electron', 'cli']) {
    await bundleForNode(outDir, {
      input: `${home}/src/${name}.ts`,
      file: `${name}.cjs`,
      format: 'cjs',
      define,
    });
  }
  const executable = path.join(outDir, 'electron');
  writeFileSync(executable, Buffer.concat([Buffer.from(launcher), fuseWire, Buffer.from('\n')]));
  chmodSync(executable, 0o755);
  writeFileSync(path.join(outDir, 'version'), version);
  writeFileSync(path.join(outDir, 'LICENSE'), '');
  mkdirSync(path.join(outDir, 'resources'), { recursive: true });
}

export const electronDouble: Target = {
  name: 'electron-double',
  out: `${home}/dist`,
  sources: [`${home}/src`, `${home}/build.ts`],
  make,
};
