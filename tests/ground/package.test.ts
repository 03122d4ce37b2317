/** The package as it would be shipped, made offline around the stand-in: what is in it, how it is fused, and that it runs. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findBrowser } from '../../scripts/browser.ts';
import { buildChanged } from '../../scripts/build.ts';
import { program, root } from '../../scripts/targets.ts';
import { electronDouble } from '../electron-double/build.ts';

const run = promisify(execFile);
const minutes = 60_000;

let home: string;
let folder: string;
let archive: string;
let executable: string;

beforeAll(async () => {
  await buildChanged([...program, electronDouble]);
  home = mkdtempSync(path.join(tmpdir(), 'throughline-package-'));
  const builder = path.join(root, 'node_modules/electron-builder/cli.js');
  const overrides = [`electronDist=${path.join(root, electronDouble.out)}`, `directories.output=${home}`];
  const args = ['--linux', 'dir', '--publish', 'never', ...overrides.map((setting) => `-c.${setting}`)];
  await run(process.execPath, [builder, ...args], { cwd: root });
  folder = path.join(home, 'linux-unpacked');
  archive = path.join(folder, 'resources/app.asar');
  executable = path.join(folder, 'throughline');
}, 5 * minutes);

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What the program found of itself; a check that is not true says what went wrong. */
const Report = z.object({ ok: z.boolean(), checks: z.record(z.string(), z.unknown()) });
const allTrue = {
  page: true,
  policy: true,
  port: true,
  preload: true,
  noNode: true,
  scheme: true,
  thread: true,
  probeServers: true,
};

describe('the package', () => {
  it('holds the bundles, the assets and the licence, and nothing else', () => {
    const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
    for (const needed of [
      '/package.json',
      '/LICENSE',
      '/dist/desktop/main.js',
      '/dist/desktop/preload.cjs',
      '/dist/desktop/third-party-licenses.md',
      '/dist/renderer/index.html',
      '/dist/cli/main.js',
    ]) {
      expect(files).toContain(needed);
    }
    const tops = new Set(files.map((file) => file.split('/')[1]));
    expect(tops).toEqual(new Set(['LICENSE', 'assets', 'dist', 'package.json']));
    expect(files.filter((file) => /node_modules|\.test\.|\.tsx?$|\.map$|\.stamp/.test(file))).toEqual([]);
  });

  it('starts the bundled main script', () => {
    const manifest = z.object({ main: z.string(), name: z.string() });
    const { main, name } = manifest.parse(JSON.parse(extractFile(archive, 'package.json').toString('utf8')));
    expect({ main, name }).toEqual({ main: 'dist/desktop/main.js', name: 'throughline' });
  });

  it('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(executable);
    const enabled = Object.entries(FuseV1Options)
      .filter(([, option]) => typeof option === 'number' && wire[option] === FuseState.ENABLE)
      .map(([name]) => name);
    expect(enabled.toSorted()).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
      'RunAsNode',
      'WasmTrapHandlers',
    ]);
  });

  // The stand-in is started by a shell script.
  it.runIf(process.platform !== 'win32')(
    'runs and passes its own test',
    async () => {
      const env = {
        ...process.env,
        THROUGHLINE_HOME: path.join(home, 'state'),
        THROUGHLINE_BROWSER: await findBrowser(),
        ELECTRON_DOUBLE_NODE: process.execPath,
      };
      const { stdout } = await run(executable, ['--self-test'], { cwd: home, env });
      expect(Report.parse(JSON.parse(stdout.slice(stdout.indexOf('{'))))).toEqual({
        ok: true,
        checks: allTrue,
      });
    },
    2 * minutes,
  );
});
