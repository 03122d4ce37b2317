import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientShelf } from './shelf.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelf-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Gemini CLI in the cache: its program, and another file. */
function cached(version: string, program: string, other: string): void {
  const root = join(folder, 'clients', `gemini@${version}`);
  const bundle = join(root, 'node_modules', '@google', 'gemini-cli', 'bundle');
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'gemini.js'), program);
  writeFileSync(join(root, 'package.json'), other);
}

const empty = { PATH: '/nowhere' };

describe('the shelf of clients', () => {
  it('says nothing of sizes before it is asked, and then the bytes of what is installed', async () => {
    cached('0.61.0', '12345', '123');
    const shelf = createClientShelf(folder, empty);
    const [before] = (await shelf.look()).filter(({ id }) => id === 'gemini');
    expect(before).toMatchObject({ pinned: [{ version: '0.61.0', installed: true }], bytes: {} });
    await shelf.measure();
    expect(shelf.offers.get().find(({ id }) => id === 'gemini')?.bytes).toEqual({ '0.61.0': 8 });
  });

  it('says what somebody else installs, until that is over', async () => {
    const shelf = createClientShelf(folder, empty);
    await shelf.look();
    const { onProgress, over } = shelf.follow('gemini');
    onProgress('0.61.0', { step: 'installing', elapsedMs: 5 });
    const [during] = shelf.offers.get().filter(({ id }) => id === 'gemini');
    expect(during?.installing).toEqual({ version: '0.61.0', elapsedMs: 5 });
    await over();
    expect(shelf.offers.get().find(({ id }) => id === 'gemini')?.installing).toBeUndefined();
  });

  it('forgets the size of what is removed', async () => {
    cached('0.60.0', '12345', '');
    const shelf = createClientShelf(folder, empty);
    await shelf.look();
    await shelf.measure();
    const removed = await shelf.remove({ id: 'gemini', version: '0.60.0' });
    expect(removed).toMatchObject({ ok: true, value: { others: [], bytes: {} } });
  });

  it.runIf(process.platform !== 'win32')('measures what is installed later, once sizes matter', async () => {
    cached('0.60.0', '1', '');
    const npm = join(folder, 'npm');
    const program = 'node_modules/@google/gemini-cli/bundle/gemini.js';
    writeFileSync(
      npm,
      `#!/usr/bin/env node
const fs = require('node:fs'), path = require('node:path');
fs.mkdirSync(path.dirname('${program}'), { recursive: true });
fs.writeFileSync('${program}', '1234567');
fs.writeFileSync('package.json', '');`,
    );
    chmodSync(npm, 0o755);
    const shelf = createClientShelf(folder, {
      PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    });
    await shelf.look();
    await shelf.measure();
    await shelf.install({ id: 'gemini' }, new AbortController().signal);
    await shelf.measure();
    expect(shelf.offers.get().find(({ id }) => id === 'gemini')?.bytes).toEqual({ '0.60.0': 1, '0.61.0': 7 });
  });
});
