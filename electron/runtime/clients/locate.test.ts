import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOnPath, pinnedClient, readVersion, recipeOf } from './index.ts';
import { clientOffers } from './offers.ts';

const claude = recipeOf('claude');
const gemini = recipeOf('gemini');
if (claude === undefined || gemini === undefined) throw new Error('no recipes');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A global npm installation with this program in it. */
function installGlobally(program: string, script: string): NodeJS.ProcessEnv {
  const target = join(folder, 'lib', 'node_modules', 'some-client', 'cli.js');
  mkdirSync(dirname(target), { recursive: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(target, `#!/usr/bin/env node\n${script}`);
  chmodSync(target, 0o755);
  symlinkSync(target, join(folder, 'bin', program));
  return { PATH: [join(folder, 'bin'), dirname(process.execPath)].join(delimiter) };
}

describe('where a client comes from', () => {
  it('is the cache: its own program, or our Node with its script', () => {
    const native = pinnedClient(claude, '2.1.268', {
      folder: '/c',
      entry: { kind: 'native', path: 'n/claude' },
    });
    expect(native).toMatchObject({ command: join('/c', 'n/claude'), args: [], folders: ['/c'], path: [] });
    const script = pinnedClient(gemini, '0.61.0', {
      folder: '/c',
      entry: { kind: 'node', path: 'n/gemini.js' },
    });
    expect(script).toMatchObject({
      command: process.execPath,
      args: [join('/c', 'n/gemini.js')],
      path: [dirname(process.execPath)],
    });
  });

  it.runIf(process.platform !== 'win32')('is PATH, with everything that the program is made of', async () => {
    const env = installGlobally('claude', 'console.log(process.env.HOME + "\\n9.8.7 (Claude Code)")');
    const found = await clientOnPath(claude, env);
    if (!found.ok) throw new Error(found.fault.message);
    expect(found.value).toMatchObject({
      origin: 'path',
      version: 'unknown',
      command: join(folder, 'bin', 'claude'),
    });
    expect(found.value.folders).toEqual(
      expect.arrayContaining([join(folder, 'bin'), join(folder, 'lib', 'node_modules')]),
    );
    expect(await readVersion(found.value)).toMatchObject({
      ok: true,
      value: { version: '9.8.7', origin: 'path' },
    });
  });

  it.runIf(process.platform !== 'win32')('is not a program that says something else', async () => {
    const found = await clientOnPath(
      claude,
      installGlobally('claude', 'console.error("who knows"); console.log("hm")'),
    );
    if (!found.ok) throw new Error(found.fault.message);
    expect(await readVersion(found.value)).toMatchObject({
      fault: { code: 'client-version-unreadable', cause: 'who knows' },
    });
  });

  it('can be told before anything is installed or started', async () => {
    const offers = await clientOffers(folder, { PATH: folder });
    expect(offers.map(({ recipe }) => recipe.id)).toEqual([
      'claude',
      'codex',
      'gemini',
      'opencode',
      'qwen',
      'copilot',
      'cline',
      'continue',
    ]);
    for (const { pinned, onPath } of offers) {
      expect(onPath).toBeUndefined();
      expect(pinned.every(({ installed }) => !installed)).toBe(true);
    }
    expect(await clientOnPath(claude, { PATH: folder })).toMatchObject({
      fault: { code: 'client-not-on-path' },
    });
  });
});
