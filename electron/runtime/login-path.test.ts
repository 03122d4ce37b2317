import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinPaths, loginPath, needsLoginPath } from './login-path.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'throughline-shell-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const short = '/usr/bin:/bin:/usr/sbin:/sbin';

/** A shell whose start files do what `start` says. */
const shell = (start: string): string => {
  const path = join(home, 'shell');
  writeFileSync(path, `#!/bin/sh\n${start}\nshift\nexec /bin/sh -c "$1"\n`);
  chmodSync(path, 0o755);
  return path;
};

describe.runIf(process.platform !== 'win32')('the PATH of a login shell', () => {
  it('is what its start files made of it, whatever else they print', async () => {
    const SHELL = shell(`echo welcome; echo PATH=/not/this; export PATH="/opt/tools:$PATH"`);
    expect(await loginPath({ SHELL, PATH: short })).toBe(`/opt/tools:${short}`);
  });

  it('is asked of a real shell with its flags', async () => {
    expect(await loginPath({ SHELL: '/bin/bash', HOME: home, PATH: short })).toContain('/usr/bin');
  });

  it.each([
    ['hangs', 'sleep 60'],
    ['fails', 'exit 1'],
  ])('is not waited for where the shell %s', async (_what, start) => {
    expect(await loginPath({ SHELL: shell(start), PATH: short }, 300)).toBeUndefined();
  });

  it('is none without a shell', async () => {
    expect(await loginPath({ PATH: short })).toBeUndefined();
    expect(await loginPath({ SHELL: join(home, 'nothing'), PATH: short })).toBeUndefined();
  });
});

describe('whether to ask', () => {
  it.each([
    [{ SHELL: '/bin/zsh', PATH: short }, 'darwin', true],
    [{ SHELL: '/bin/zsh', SHLVL: '1' }, 'darwin', false],
    [{ SHELL: '/bin/bash' }, 'linux', true],
    [{}, 'linux', false],
    [{ SHELL: 'bash' }, 'win32', false],
  ] as const)('%o on %s: %s', (environment, platform, asks) => {
    expect(needsLoginPath(environment, platform)).toBe(asks);
  });

  it('joins places once each, the shell’s first', () => {
    expect(joinPaths('/a:/b', '/b:/c:')).toBe('/a:/b:/c');
    expect(joinPaths('/a', undefined)).toBe('/a');
  });
});
