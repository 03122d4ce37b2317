import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { record } from '../../../tests/support/recording.ts';
import { findIsolation } from './isolation/detect.ts';
import { runClient, type ClientRun, type RunClientOptions } from './run.ts';
import { fakeClient, type Order } from './testing/fake.ts';
import type { LaunchRequest } from './types.ts';

const isolation = await findIsolation();
const isolated = isolation.kind === 'namespaces';
const probe = join(import.meta.dirname, '..', '..', 'probe-servers', 'shape-probe-legacy.ts');
const way = { wire: 'messages', transport: 'http', login: 'api-key' } as const;

// A folder of this file's own: other files run clients at the same time.
const ownTemporary = mkdtempSync(join(tmpdir(), 'throughline-runs-'));
vi.stubEnv('TMPDIR', ownTemporary);
vi.stubEnv('TEMP', ownTemporary);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(ownTemporary, { recursive: true, force: true });
});

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0).toReversed()) end();
});

/** Something that stands where the provider would, and counts. */
async function provider() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    response.end(`hello ${request.url}`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ending.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

async function play(
  orders: (request: LaunchRequest) => readonly Order[],
  more: Partial<RunClientOptions> = {},
) {
  const fake = fakeClient(orders);
  const recording = record();
  const at = await provider();
  const result = await runClient({
    recorder: recording.recorder,
    client: fake.client,
    way,
    providerUrl: at.url,
    key: 'throughline-key',
    server: { name: 'shape_probe', command: process.execPath, args: [probe], env: {} },
    tools: ['lookup'],
    prompt: 'Reply with OK.',
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...more,
  });
  if (!result.ok) throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
  const run: ClientRun = result.value;
  return { ...recording, fake, run, provider: at };
}

/** Scratch folders that stand right now. */
const scratches = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('throughline-run-'));

describe('a run of a client', () => {
  it('is played behind the tap, and told as events', async () => {
    const before = scratches();
    const { run, of } = await play(() => [['server', '{config}', ['lookup', 'failing_lookup']]]);
    expect(run).toMatchObject({ exit: 0, signal: null, ending: 'exited', left: 0 });
    expect(run.servers).toMatchObject([{ handshake: { client: { name: 'fake' }, chosen: '2025-06-18' } }]);
    expect(of('call.started').map(({ source, tool, origin }) => [source, String(tool), origin])).toEqual([
      ['tap', 'lookup', 'client'],
      ['tap', 'failing_lookup', 'client'],
    ]);
    expect(of('call.finished').map(({ outcome }) => outcome)).toEqual(['ok', 'toolError']);
    expect(of('client.reported')).toMatchObject([
      { what: 'turnCompleted', evidence: 'reported', source: 'client' },
    ]);
    expect(of('capture.note').map(({ code }) => String(code))).toEqual([
      isolated ? 'network-isolated' : 'not-network-isolated',
    ]);
    expect(scratches().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('gets an environment that was made for it, and nothing else', async () => {
    process.env['THROUGHLINE_TEST_CANARY'] = 'canary';
    const { fake } = await play(() => [['environment']]);
    delete process.env['THROUGHLINE_TEST_CANARY'];
    const names = Object.keys(fake.of('environment') as object);
    expect(names.toSorted()).toEqual(['FAKE_KEY', 'HOME', 'PATH', 'TERM', 'TMPDIR']);
  });

  it('ends as the client ends', async () => {
    expect((await play(() => [['exit', 3]])).run).toMatchObject({ exit: 3, signal: null, ending: 'exited' });
    expect((await play(() => [['die', 'SIGKILL']])).run).toMatchObject({ exit: null, signal: 'SIGKILL' });
  });

  it('counts what the client says, and keeps the end of its stderr for people', async () => {
    const { run } = await play(() => [
      ['print', 'one\ntwo'],
      ['complain', 'first\nlast words\n'],
    ]);
    expect(run.stdout).toEqual({ lines: 2, bytes: 7 });
    expect(run.stderr).toEqual({ lines: 2, bytes: 17, last: ['first', 'last words'] });
  });

  it('is asked to go when its time is up, and then made to', async () => {
    const { run, fake } = await play(
      () => [
        ['ignore', 'SIGTERM'],
        ['wait', 60_000],
      ],
      { timeoutMs: 3000 },
    );
    expect(run).toMatchObject({ ending: 'timeout', exit: null, signal: 'SIGKILL' });
    expect(fake.of('ignored')).toBe('SIGTERM');
  });

  it('stops when nobody wants it any more', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    const { run } = await play(() => [['wait', 60_000]], { signal: controller.signal });
    expect(run).toMatchObject({ ending: 'cancelled', signal: 'SIGTERM' });
  });

  for (const mode of ['auto', 'none'] as const) {
    it(`leaves no helper behind (isolation ${mode})`, async () => {
      const { run, provider: at } = await play(
        ({ providerUrl }) => [
          ['haunt', providerUrl],
          // Long enough for the helper to be seen below its parent.
          ['wait', 2500],
        ],
        { isolation: mode },
      );
      expect(run.exit).toBe(0);
      expect(at.requests()).toBeGreaterThan(0);
      await wait(100);
      const after = at.requests();
      await wait(400);
      expect(at.requests()).toBe(after);
    });
  }

  it('says so when it is not isolated', async () => {
    const { run, of } = await play(({ providerUrl }) => [['fetch', `${providerUrl}/x`]], {
      isolation: 'none',
    });
    expect(run.isolation).toEqual({ kind: 'none', why: 'not-wanted' });
    expect(of('capture.note').map(({ code }) => String(code))).toEqual(['not-network-isolated']);
  });

  it('is a fault when the program is missing', async () => {
    const fake = fakeClient(() => []);
    const at = await provider();
    for (const mode of ['auto', 'none'] as const) {
      const result = await runClient({
        recorder: record().recorder,
        client: { ...fake.client, command: '/nowhere/client' },
        way,
        providerUrl: at.url,
        key: 'k',
        server: { name: 'shape_probe', command: process.execPath, args: [probe], env: {} },
        tools: [],
        prompt: '',
        isolation: mode,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
      });
      expect(result).toMatchObject({ ok: false, fault: { code: 'client-not-started', cause: 'ENOENT' } });
    }
  });
});

describe.runIf(isolated)('an isolated run', () => {
  it('has loopback, the provider under its own address, and no other network', async () => {
    const { fake, run, of } = await play(({ providerUrl }) => [
      ['interfaces'],
      ['fetch', `${providerUrl}/v1/messages`],
      ['resolve', 'api.example.com'],
      ['connect', '192.0.2.1'],
      ['connect', 'localhost'],
    ]);
    expect(fake.of('interfaces')).toEqual(['lo']);
    expect(fake.of('fetch')).toBe('hello /v1/messages');
    expect(fake.of('resolve')).toBe('ENOTFOUND');
    expect(fake.said.filter(({ what }) => what === 'connect').map(({ value }) => value)).toEqual([
      'ENETUNREACH',
      'ECONNREFUSED',
    ]);
    expect([...run.asked.keys()]).toEqual(['api.example.com']);
    expect(of('capture.note').map(({ code, count }) => [String(code), count])).toEqual([
      ['network-isolated', undefined],
      ['outside-names-asked', 1],
    ]);
  });

  it('finds the homes and sockets of the machine empty, and can change nothing of them', async () => {
    const folder = mkdtempSync(join(homedir(), '.throughline-trap-'));
    ending.push(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'trap'), 'trap');
    const { fake } = await play(({ scratch }) => [
      ['homes'],
      ['list', '/run'],
      ['read', join(folder, 'trap')],
      ['write', join(folder, 'written')],
      ['write', join(scratch.home, 'own')],
      ['list', scratch.home],
    ]);
    const [home, real] = fake.of('homes') as [string, string[]];
    expect(home).not.toBe(userInfo().homedir);
    // Of the real one only the way to the run's own programs can be seen.
    expect(real.filter((name) => existsSync(join(folder, name)))).toEqual([]);
    expect(real).not.toContain('.throughline-trap');
    expect(fake.of('read')).toBe('! ENOENT');
    expect(fake.said.filter(({ what }) => what === 'write').map(({ value }) => value)).toEqual([
      '! ENOENT',
      'written',
    ]);
    const outside = readdirSync('/run');
    // `mount` keeps its own book there, also inside.
    expect(
      (fake.of('list') as string[]).filter((name) => outside.includes(name) && name !== 'mount'),
    ).toEqual([]);
    expect(readdirSync(folder)).toEqual(['trap']);
  });

  it('says how many helpers had to be ended', async () => {
    const { run } = await play(({ providerUrl }) => [['haunt', providerUrl]]);
    expect(run.left).toBe(1);
  });
});
