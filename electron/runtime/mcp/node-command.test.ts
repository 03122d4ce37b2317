import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applicationRoot, nodeCommand } from './node-command.ts';

describe('nodeCommand', () => {
  it('is this Node where no Electron runs us', () => {
    const found = nodeCommand();
    expect(found).toEqual({ command: process.execPath, env: {} });
    expect(execFileSync(found.command, ['-p', '1+1'], { encoding: 'utf8' }).trim()).toBe('2');
  });

  it('is the pinned Node inside Electron in a checkout', () => {
    const found = nodeCommand({
      execPath: '/opt/electron',
      electron: '45.5.0',
      here: import.meta.dirname,
      platform: process.platform,
    });
    expect(found.env).toEqual({});
    expect(execFileSync(found.command, ['-p', 'process.versions.node'], { encoding: 'utf8' })).toMatch(
      /^24\./,
    );
  });

  it('is Electron told to be Node in a package', () => {
    const folder = mkdtempSync(join(tmpdir(), 'throughline-'));
    writeFileSync(join(folder, 'package.json'), '{"name": "throughline"}');
    const found = nodeCommand({
      execPath: '/opt/electron',
      electron: '45.5.0',
      here: folder,
      platform: 'linux',
    });
    expect(found).toEqual({ command: '/opt/electron', env: { ELECTRON_RUN_AS_NODE: '1' } });
  });

  it('finds the program folder from a file deep inside it', () => {
    expect(applicationRoot(join(import.meta.dirname, 'a', 'b'))).toBe(
      join(import.meta.dirname, '..', '..', '..'),
    );
    expect(applicationRoot(tmpdir())).toBeUndefined();
  });
});
