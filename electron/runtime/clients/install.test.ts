import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolder } from './cache.ts';
import { installClient, type InstallOptions, type InstallProgress } from './install.ts';
import { codex } from './recipes/codex.ts';
import { recipes } from './recipes/index.ts';

const linux = { platform: 'linux', arch: 'x64', musl: false } as const;
const entry = 'node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An npm of a test's own, and an environment that finds it. */
function npm(script: string): NodeJS.ProcessEnv {
  const bin = join(folder, 'npm');
  writeFileSync(bin, `#!/usr/bin/env node\n${script}`);
  chmodSync(bin, 0o755);
  return { PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) };
}

const makesEntry = `
const fs = require('node:fs'), path = require('node:path');
fs.mkdirSync(path.dirname('${entry}'), { recursive: true });
fs.writeFileSync('${entry}', 'program');
fs.mkdirSync('.npm', { recursive: true });
`;

const install = (env: NodeJS.ProcessEnv, more: Partial<InstallOptions> = {}) =>
  installClient({
    recipe: codex,
    version: '0.154.0',
    cache: join(folder, 'cache'),
    signal: new AbortController().signal,
    platform: linux,
    env,
    ...more,
  });

const clients = (): string[] =>
  existsSync(join(folder, 'cache', 'clients')) ? readdirSync(join(folder, 'cache', 'clients')) : [];

describe.runIf(process.platform !== 'win32')('installing a client', () => {
  it('asks npm for exactly one version, without scripts, in a folder that appears when it is complete', async () => {
    const env = npm(
      `${makesEntry} fs.writeFileSync(${JSON.stringify(join(folder, 'asked.json'))}, JSON.stringify({ args: process.argv.slice(2), env: process.env, here: process.cwd() }))`,
    );
    const steps: InstallProgress['step'][] = [];
    const done = await install(
      {
        ...env,
        HTTPS_PROXY: 'http://proxy',
        npm_config_registry: 'http://registry',
        OPENAI_API_KEY: 'secret',
      },
      { onProgress: ({ step }) => steps.push(step) },
    );
    const home = join(folder, 'cache', 'clients', 'codex@0.154.0');
    expect(done).toEqual({ ok: true, value: { folder: home, entry: { kind: 'native', path: entry } } });
    expect(clients()).toEqual(['codex@0.154.0']);
    expect(existsSync(join(home, '.npm'))).toBe(false);
    expect([steps[0], steps.at(-1)]).toEqual(['installing', 'installed']);

    const asked = JSON.parse(readFileSync(join(folder, 'asked.json'), 'utf8'));
    expect(asked.args).toEqual([
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--save-exact',
      '--no-progress',
      '--loglevel=error',
      expect.stringMatching(/^--cache=.*\.partial\/\.npm$/),
      '@openai/codex@0.154.0',
    ]);
    expect(asked.env).toMatchObject({ HTTPS_PROXY: 'http://proxy', npm_config_registry: 'http://registry' });
    expect(asked.env['OPENAI_API_KEY']).toBeUndefined();

    // The second time npm is not needed at all.
    steps.length = 0;
    expect((await install({ PATH: '' }, { onProgress: ({ step }) => steps.push(step) })).ok).toBe(true);
    expect(steps).toEqual(['present']);
  });

  it('two at once end with one', async () => {
    const env = npm(makesEntry);
    const both = await Promise.all([install(env), install(env)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(clients()).toEqual(['codex@0.154.0']);
  });

  it('says what npm said, and leaves nothing half done', async () => {
    const unknown = await install(
      npm(
        "process.stderr.write('npm error code E404\\nnpm error 404 Not Found - GET http://r/codex\\n'); process.exit(1)",
      ),
    );
    expect(unknown).toMatchObject({
      fault: { code: 'client-version-unknown', cause: '404 Not Found - GET http://r/codex' },
    });
    const offline = await install(
      npm(
        "process.stderr.write('npm error code ENOTFOUND\\nnpm error network getaddrinfo\\n'); process.exit(1)",
      ),
    );
    expect(offline).toMatchObject({ fault: { code: 'client-install-failed', cause: 'network getaddrinfo' } });
    expect(await install(npm(''))).toMatchObject({ fault: { code: 'client-incomplete' } });
    expect(clients()).toEqual([]);
  });

  it('gives up in time, and when it is told to', async () => {
    const env = npm('setInterval(() => 0, 1000)');
    expect(await install(env, { timeoutMs: 300 })).toMatchObject({
      fault: { code: 'client-install-timeout' },
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    expect(await install(env, { signal: controller.signal })).toMatchObject({ fault: { code: 'cancelled' } });
    expect(clients()).toEqual([]);
  });

  it('needs npm, an exact version and a build for this system', async () => {
    expect(await install({ PATH: folder })).toMatchObject({ fault: { code: 'npm-not-found' } });
    for (const version of ['latest', '^1.0.0', '1.0.0 --global', 'file:../x', '../../x', 'npm:x@1.0.0']) {
      expect(await install({ PATH: '' }, { version })).toMatchObject({
        fault: { code: 'client-version-invalid' },
      });
    }
    const platform = { platform: 'aix', arch: 'ppc64', musl: false } as const;
    expect(await install({ PATH: '' }, { platform })).toMatchObject({
      fault: { code: 'client-not-for-platform' },
    });
  });
});

describe('the cache', () => {
  it('stands where the platform keeps caches, unless it is told', () => {
    expect(cacheFolder({ THROUGHLINE_CACHE: '/c' }, 'linux', '/h')).toBe('/c');
    expect(cacheFolder({}, 'linux', '/h')).toBe('/h/.cache/throughline');
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux', '/h')).toBe('/x/throughline');
    expect(cacheFolder({}, 'darwin', '/h')).toBe('/h/Library/Caches/Throughline');
  });

  it('is filled by exact pins only', () => {
    for (const { versions } of recipes) {
      expect(versions.length).toBeGreaterThan(0);
      for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});
