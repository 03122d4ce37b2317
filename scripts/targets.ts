/** What is built from what: every bundle that the program is made of. Vite is loaded only when something is built. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { InlineConfig } from 'vite';

export const root = path.resolve(import.meta.dirname, '..');

export interface Target {
  readonly name: string;
  /** Folder that this target fills and nobody else writes to, relative to the root. */
  readonly out: string;
  /** Files and folders whose content decides whether the target is up to date. */
  readonly sources: readonly string[];
  readonly make: (outDir: string) => Promise<void>;
}

interface NodeBundle {
  readonly input: string;
  readonly file: string;
  readonly format?: 'es' | 'cjs';
  /** Several files, so that what a command does not need is not loaded; else exactly one. */
  readonly split?: boolean;
  readonly define?: Record<string, string>;
}

/** Left to Node at run time: `electron` is no file, and the two speed-ups of `ws` are optional and native. */
const external = [/^electron(\/|$)/, 'bufferutil', 'utf-8-validate'];

/** Written beside each bundle: whose code is in it, and on what terms. */
const licences = { fileName: 'third-party-licenses.md' };

export const common = {
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
} as const satisfies InlineConfig;

export async function bundleForNode(outDir: string, bundle: NodeBundle): Promise<void> {
  const { build } = await import('vite');
  await build({
    ...common,
    define: bundle.define ?? {},
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      license: licences,
      rolldownOptions: {
        input: path.join(root, bundle.input),
        external,
        output: {
          format: bundle.format ?? 'es',
          entryFileNames: bundle.file,
          // In one folder with the entry, so that what a module finds beside itself does not depend on how it was split.
          chunkFileNames: '[name]-[hash].js',
          ...(bundle.split === true ? {} : { codeSplitting: false }),
        },
      },
    },
    ssr: { noExternal: true, target: 'node' },
  });
}

async function bundleRenderer(outDir: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  await build({
    ...common,
    root: path.join(root, 'renderer'),
    base: './',
    plugins: [react()],
    // Class names are scoped to their file; areas, containers and animations may be named across files.
    css: {
      transformer: 'lightningcss',
      lightningcss: { cssModules: { animation: false, container: false, customIdents: false, grid: false } },
    },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2024',
      license: licences,
      // Inlined assets would become data: addresses, which the content security policy refuses for fonts.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
    },
    worker: { format: 'es' },
  });
}

/** Waits for all of them before it fails, so that nothing is still being written by then. */
async function together(bundles: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(bundles)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Threads of the runtime: each is a file of its own, found beside the bundle that starts it. */
const runtime = 'electron/runtime';
const workers = readdirSync(path.join(root, runtime), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('-worker.ts'),
);

async function bundleWorkers(outDir: string): Promise<void> {
  await together(
    workers.map(async (file) =>
      bundleForNode(outDir, { input: path.join(runtime, file), file: `${path.basename(file, '.ts')}.js` }),
    ),
  );
}

/** Programs that the runtime starts: every file of the folder becomes one file that needs no other. */
function standalone(name: string, sources: readonly string[]): Target {
  const folder = `electron/${name}`;
  const files = readdirSync(path.join(root, folder)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return {
    name,
    out: `dist/${name}`,
    sources: [folder, ...sources],
    make: async (outDir) =>
      together(
        files.map(async (file) =>
          bundleForNode(outDir, { input: `${folder}/${file}`, file: `${path.basename(file, '.ts')}.js` }),
        ),
      ),
  };
}

/** The program itself. */
export const program: readonly Target[] = [
  {
    name: 'renderer',
    out: 'dist/renderer',
    sources: ['renderer', 'shared', 'assets'],
    make: bundleRenderer,
  },
  {
    name: 'desktop',
    out: 'dist/desktop',
    sources: ['electron/desktop', 'electron/static', runtime, 'shared'],
    make: async (outDir) => {
      await together([
        bundleWorkers(outDir),
        bundleForNode(outDir, { input: 'electron/desktop/main.ts', file: 'main.js', split: true }),
        // A sandboxed preload script is one CommonJS file: it can load nothing else.
        bundleForNode(outDir, { input: 'electron/desktop/preload.ts', file: 'preload.cjs', format: 'cjs' }),
      ]);
    },
  },
  {
    name: 'cli',
    out: 'dist/cli',
    sources: ['electron/cli', 'electron/browser', 'electron/static', runtime, 'shared'],
    make: async (outDir) => {
      await together([
        bundleWorkers(outDir),
        bundleForNode(outDir, { input: 'electron/cli/main.ts', file: 'main.js', split: true }),
      ]);
    },
  },
  standalone('probe-servers', []),
  standalone('tap-wrapper', [runtime, 'shared']),
];
