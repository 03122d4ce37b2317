import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { formatCommandLine } from './launch.ts';
import { openRegistry } from './registry.ts';

const config = (name: string, more: Record<string, unknown> = {}): ServerConfig =>
  ServerConfig.parse({
    name,
    transport: { kind: 'stdio', command: 'node', args: ['server.js', 'a b'], env: {}, ...more },
  });

const home = (): string => mkdtempSync(join(tmpdir(), 'throughline-'));

const open = async (folder = home()) => {
  const notices: Fault[] = [];
  const registry = await openRegistry(folder, (notice) => notices.push(notice));
  return { folder, registry, notices, path: join(folder, 'servers.json') };
};

describe('openRegistry', () => {
  it('keeps servers over a restart, whole and under their names', async () => {
    const { folder, registry } = await open();
    const added = config('a', {
      env: { KEY: { kind: 'variable', variable: 'MY_KEY' }, MODE: { kind: 'text', value: 'x' } },
    });
    expect(await registry.add(added)).toEqual({ ok: true, value: added });
    expect(await registry.add(config('b'))).toMatchObject({ ok: true });
    const again = await open(folder);
    expect(again.registry.list()).toEqual([added, config('b')]);
    expect(again.notices).toEqual([]);
    expect(readdirSync(folder)).toEqual(['servers.json']);
  });

  it('refuses a name twice, and changes and restores', async () => {
    const { registry } = await open();
    await registry.add(config('a'));
    expect(await registry.add(config('a'))).toMatchObject({ ok: false, fault: { code: 'server-exists' } });
    expect(await registry.update('a', { ...config('a'), enabled: false })).toMatchObject({
      ok: true,
      value: { enabled: false },
    });
    expect(await registry.update('x', config('x'))).toMatchObject({
      ok: false,
      fault: { code: 'server-unknown' },
    });
    expect(await registry.remove('a')).toMatchObject({ ok: true });
    expect(registry.get('a')).toBeUndefined();
    expect(await registry.restore('a')).toMatchObject({ ok: true, value: { enabled: false } });
    expect(await registry.restore('a')).toMatchObject({ ok: false });
  });

  it('keeps what another process wrote meanwhile, also what it does not understand', async () => {
    const first = await open();
    const second = await open(first.folder);
    await Promise.all([first.registry.add(config('a')), second.registry.add(config('b'))]);
    const text = JSON.parse(readFileSync(first.path, 'utf8'));
    text.servers.future = { transport: { kind: 'quic' }, extra: [1, 2] };
    writeFileSync(first.path, JSON.stringify(text));
    await first.registry.add(config('c'));
    expect(Object.keys(JSON.parse(readFileSync(first.path, 'utf8')).servers)).toEqual(
      expect.arrayContaining(['a', 'b', 'c', 'future']),
    );
    expect(JSON.parse(readFileSync(first.path, 'utf8')).servers.future).toEqual({
      transport: { kind: 'quic' },
      extra: [1, 2],
    });
  });

  it('adds many at once from several places and loses none', async () => {
    const { folder } = await open();
    const all = await Promise.all(Array.from({ length: 4 }, () => open(folder)));
    await Promise.all(
      all.flatMap(({ registry }, who) =>
        Array.from({ length: 5 }, (_, n) => registry.add(config(`s${who}-${n}`))),
      ),
    );
    expect((await open(folder)).registry.list()).toHaveLength(20);
  });

  it('names line and column of a file cut in the middle, leaves it alone, and goes on', async () => {
    const folder = home();
    const path = join(folder, 'servers.json');
    const cut = '{\n  "version": 1,\n  "servers": {\n    "a": { "transport": { "kind": "std';
    writeFileSync(path, cut);
    const { registry, notices } = await open(folder);
    expect(notices).toMatchObject([
      {
        code: 'config-broken',
        message: expect.stringContaining('line 4, column 39'),
        cause: 'It ends in the middle.',
      },
    ]);
    expect(readFileSync(path, 'utf8')).toBe(cut);
    expect(registry.list()).toEqual([]);
    expect(await registry.add(config('new'))).toMatchObject({ ok: true });
    expect(readFileSync(`${path}.broken-1`, 'utf8')).toBe(cut);
    expect(notices[1]).toMatchObject({
      code: 'config-set-aside',
      message: expect.stringContaining('servers.json.broken-1'),
    });
    expect((await open(folder)).registry.list().map(({ name }) => name)).toEqual(['new']);
  });

  it('uses the good entries beside a bad one and says where it is bad', async () => {
    const folder = home();
    writeFileSync(
      join(folder, 'servers.json'),
      JSON.stringify({
        version: 1,
        servers: {
          bad: { transport: { kind: 'stdio' } },
          good: { transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} } },
        },
      }),
    );
    const { registry, notices } = await open(folder);
    expect(registry.list().map(({ name }) => name)).toEqual(['good']);
    expect(notices).toMatchObject([
      { code: 'server-config-invalid', message: expect.stringContaining('"bad"') },
    ]);
  });

  it('takes over a lock that a crash left behind', async () => {
    const { registry, path } = await open();
    writeFileSync(`${path}.lock`, '999999999');
    expect(await registry.add(config('a'))).toMatchObject({ ok: true });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

describe('consent', () => {
  it('is given to exactly one command line, folder and set of variables, and is remembered', async () => {
    const { folder, registry } = await open();
    await registry.add(config('a'));
    expect(await registry.consented(config('a'))).toBe(false);
    const { commandLine, resolvedCommand } = await registry.launch(config('a'));
    expect(commandLine).toBe("node server.js 'a b'");
    expect(resolvedCommand).toMatch(/node$/);
    expect(await registry.consent('a', 'node other.js')).toMatchObject({
      ok: false,
      fault: { code: 'consent-stale' },
    });
    expect(await registry.consent('a', commandLine ?? '')).toMatchObject({ ok: true });

    const again = (await open(folder)).registry;
    expect(await again.consented(config('a'))).toBe(true);
    expect(await again.consented(config('renamed'))).toBe(true);
    for (const changed of [
      { args: ['server.js', 'a  b'] },
      { command: 'nodejs' },
      { cwd: '/' },
      { env: { NEW: { kind: 'text', value: '' } } },
    ]) {
      expect(await again.consented(config('a', changed))).toBe(false);
    }
  });

  it('is not needed for an address, and is asked anew when its file is broken', async () => {
    const { folder, registry } = await open();
    const http = ServerConfig.parse({
      name: 'h',
      transport: { kind: 'http', url: 'http://127.0.0.1:1/', headers: {} },
    });
    expect(await registry.consented(http)).toBe(true);
    expect((await registry.launch(http)).commandLine).toBeUndefined();
    writeFileSync(join(folder, 'consents.json'), '{"version":1,"agreed":["zz');
    const { notices } = await open(folder);
    expect(notices).toMatchObject([{ code: 'consents-unreadable' }]);
  });
});

describe('formatCommandLine', () => {
  it('quotes as a shell needs it and shows control characters', () => {
    expect(formatCommandLine(['npx', '-y', '@a/b@1.0', "it's", '', 'a\u001b[31mb', '$(x)'], 'linux')).toBe(
      "npx -y @a/b@1.0 'it'\\''s' '' 'a\\x1b[31mb' '$(x)'",
    );
    expect(formatCommandLine(['C:\\x\\y.exe', 'a b'], 'win32')).toBe('C:\\x\\y.exe "a b"');
  });
});
