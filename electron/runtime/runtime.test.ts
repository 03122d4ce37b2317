import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  CaptureSummary,
  CommandArgs,
  CommandName,
  CommandReply,
  PendingApproval,
  RuntimeClient,
  ServerConfig,
} from '../../shared/contract.ts';
import { ServerConfig as ServerConfigSchema } from '../../shared/contract.ts';
import type { Event } from '../../shared/event.ts';
import type { Fault } from '../../shared/fault.ts';
import { formatJson } from '../../shared/json.ts';
import { createClient, portPair } from '../../shared/rpc.ts';
import { createRuntime, programFolders, type Runtime } from './runtime.ts';
import { servePort } from './serve-port.ts';

const root = join(import.meta.dirname, '..', '..');
const probeServer = join(root, 'electron', 'probe-servers', 'shape-probe-legacy.ts');

let home: string;
let runtime: Runtime;
let client: RuntimeClient;

const start = async (): Promise<void> => {
  runtime = await createRuntime({
    home,
    version: '0.0.0',
    ...programFolders(root),
    probeServers: join(root, 'electron', 'probe-servers'),
    platform: { shell: 'cli' },
  });
  const [near, far] = portPair();
  servePort(runtime, far);
  client = createClient(near);
};

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'throughline-runtime-'));
  await start();
});
afterEach(async () => {
  await runtime.close();
  await rm(home, { recursive: true, force: true });
});

const ask = async <N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandReply<N>> => {
  const reply = await client.request(name, args);
  if (!reply.ok) throw new Error(`${name}: ${reply.fault.code} ${reply.fault.message}`);
  return reply.value;
};
const faultOf = async <N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Fault> => {
  const reply = await client.request(name, args);
  if (reply.ok) throw new Error(`${name} was expected to fail`);
  return reply.fault;
};

const probeConfig = (name = 'probe'): ServerConfig =>
  ServerConfigSchema.parse({
    name,
    transport: { kind: 'stdio', command: process.execPath, args: [probeServer], env: {} },
  });

/** Registers, agrees and connects. */
const connectProbe = async (): Promise<CommandReply<'servers.connect'>> => {
  const added = await ask('servers.add', { config: probeConfig() });
  await ask('servers.consent', { name: 'probe', commandLine: added.commandLine ?? '' });
  return ask('servers.connect', { name: 'probe' });
};

const allEvents = async (capture: string): Promise<Event[]> => {
  const events: Event[] = [];
  for (;;) {
    const part = await ask('events.read', { capture, from: events.length, limit: 5000 });
    events.push(...part.events);
    if (part.events.length === 0) return events;
  }
};

describe('a server by hand', () => {
  it('is not started before its exact command line was agreed to', async () => {
    const added = await ask('servers.add', { config: probeConfig() });
    expect(added.state).toBe('needsConsent');
    expect(added.commandLine).toContain('shape-probe-legacy');
    expect(await faultOf('servers.connect', { name: 'probe' })).toMatchObject({ code: 'consent-needed' });
    expect(
      (await faultOf('servers.consent', { name: 'probe', commandLine: 'something else' })).next,
    ).toBeTruthy();
    await ask('servers.consent', { name: 'probe', commandLine: added.commandLine ?? '' });
    const connected = await ask('servers.connect', { name: 'probe' });
    expect(connected).toMatchObject({ state: 'ready', era: 'legacy' });
  });

  it('lists, calls, and keeps the payload for the window alone', async () => {
    const view = await connectProbe();
    const { tools } = await ask('servers.tools', { name: 'probe' });
    expect(tools.map((tool) => tool.name)).toContain('lookup');
    expect(view.tools).toBe(tools.length);
    const reply = await ask('tools.call', {
      server: 'probe',
      tool: 'lookup',
      argumentsJson: '{"query":"CANARY-ARGUMENT"}',
    });
    expect(reply.outcome).toBe('ok');
    const payload = await ask('payload.get', { capture: reply.capture, call: reply.call, part: 'arguments' });
    expect(payload).toMatchObject({ state: 'kept' });
    expect(formatJson(payload)).toContain('CANARY-ARGUMENT');
    const events = await allEvents(reply.capture);
    expect(events.filter((event) => event.kind === 'call.finished')).toMatchObject([
      { outcome: 'ok', tool: 'lookup' },
    ]);
    expect(formatJson(events)).not.toContain('CANARY');
  });

  it('refuses arguments that are not JSON, and a server that is not connected', async () => {
    await connectProbe();
    expect(
      await faultOf('tools.call', { server: 'probe', tool: 'lookup', argumentsJson: '{"query":' }),
    ).toMatchObject({ code: 'arguments-not-json' });
    expect(
      await faultOf('tools.call', { server: 'probe', tool: 'lookup', argumentsJson: '[]' }),
    ).toMatchObject({ code: 'arguments-not-object' });
    expect(await faultOf('tools.call', { server: 'nobody', tool: 'lookup' })).toMatchObject({
      code: 'server-not-ready',
    });
  });

  it('can be removed and brought back', async () => {
    await connectProbe();
    await ask('servers.remove', { name: 'probe' });
    expect(runtime.hub.views.get()).toEqual([]);
    expect(await ask('servers.restore', { name: 'probe' })).toMatchObject({ name: 'probe' });
  });

  it('is told of the roots that are configured, and of others as soon as they are, on the same connection', async () => {
    const full = join(root, 'tests', 'fixtures', 'servers', 'full-server.mjs');
    const transport = { kind: 'stdio', command: process.execPath, args: [full], env: {} };
    const config = ServerConfigSchema.parse({ name: 'full', transport, roots: ['/srv/one'] });
    const added = await ask('servers.add', { config });
    await ask('servers.consent', { name: 'full', commandLine: added.commandLine ?? '' });
    await ask('servers.connect', { name: 'full' });
    const told = async (): Promise<string> =>
      (await ask('tools.call', { server: 'full', tool: 'roots' })).resultJson ?? '';
    expect(await told()).toContain('file:///srv/one');
    const roots = ['/srv/one', '/srv/two'];
    expect(await ask('servers.update', { name: 'full', config: { ...config, roots } })).toMatchObject({
      state: 'ready',
    });
    await vi.waitFor(async () =>
      expect(formatJson(await ask('servers.log', { name: 'full' }))).toContain('roots changed'),
    );
    expect(await told()).toContain('file:///srv/two');
    // What was not offered when the connection began takes another connection.
    const { roots: _none, ...without } = config;
    expect(await ask('servers.update', { name: 'full', config: without })).toMatchObject({ state: 'idle' });
    await ask('servers.connect', { name: 'full' });
    expect(await told()).toContain('-32601');
  });

  it('forgets a failure of what was configured before it was changed, and asks again', async () => {
    const config = ServerConfigSchema.parse({
      name: 'line',
      transport: { kind: 'stdio', command: `${process.execPath} server.mjs`, args: [], env: {} },
    });
    const added = await ask('servers.add', { config });
    await ask('servers.consent', { name: 'line', commandLine: added.commandLine ?? '' });
    expect(await faultOf('servers.connect', { name: 'line' })).toMatchObject({
      code: 'command-not-found',
      next: expect.stringContaining('each of them by itself'),
    });
    expect(runtime.hub.views.get()).toMatchObject([
      { state: 'failed', fault: { code: 'command-not-found' } },
    ]);
    const transport = { ...config.transport, command: process.execPath, args: ['server.mjs'] };
    const changed = await ask('servers.update', { name: 'line', config: { ...config, transport } });
    expect(changed.state).toBe('needsConsent');
    expect(changed.fault).toBeUndefined();
  });

  it('calls for its own view only what is for views, and only when the user agrees; both are on record', async () => {
    const app = join(root, 'tests', 'fixtures', 'servers', 'app-server.mjs');
    const transport = { kind: 'stdio', command: process.execPath, args: [app], env: {} };
    const added = await ask('servers.add', { config: ServerConfigSchema.parse({ name: 'app', transport }) });
    await ask('servers.consent', { name: 'app', commandLine: added.commandLine ?? '' });
    const { capture = '' } = await ask('servers.connect', { name: 'app' });
    const want = (tool: string) => client.request('views.call', { server: 'app', tool, argumentsJson: '{}' });
    for (const tool of ['model-only', 'nowhere'])
      expect(await want(tool)).toMatchObject({ ok: false, fault: { code: 'tool-not-for-views' } });
    const decide = async (decision: 'accept' | 'decline'): Promise<void> => {
      const [waiting] = await vi.waitFor(() => {
        const all = runtime.desk.pending.get();
        expect(all).toHaveLength(1);
        return all;
      });
      await ask('approval.decide', { capture, approval: waiting?.approval ?? '', decision });
    };
    const refused = want('refresh');
    await decide('decline');
    expect(await refused).toMatchObject({ ok: false, fault: { code: 'view-call-declined' } });
    const agreed = want('refresh');
    await decide('accept');
    expect(await agreed).toMatchObject({ ok: true, value: { outcome: 'ok' } });
    const many = Array.from({ length: 5 }, () => want('refresh'));
    expect(await many[4]).toMatchObject({ ok: false, fault: { code: 'view-asks-too-much' } });
    await ask('servers.disconnect', { name: 'app' });
    const events = await allEvents(capture);
    const of = (kind: string) => events.filter((event) => event.kind === kind);
    expect(of('approval.decided')).toMatchObject([{ decision: 'decline' }, { decision: 'accept' }]);
    expect(of('call.started')).toHaveLength(1);
  });

  it('tells every window when something changed', async () => {
    const states: string[][] = [];
    client.subscribe('servers', {}, (views) => void states.push(views.map((view) => view.state)));
    await connectProbe();
    await vi.waitFor(() => expect(states.at(-1)).toEqual(['ready']));
    await ask('servers.disconnect', { name: 'probe' });
    await vi.waitFor(() => expect(states.at(-1)).toEqual(['closed']));
  });
});

describe('a probe', () => {
  it('records into a capture of its own that reads the same again after a restart', async () => {
    const { capture } = await ask('probe.run', { host: 'codex', scenario: 'lookup', approve: 'scenario' });
    const live: Event[] = [];
    await new Promise<void>((resolve) => {
      client.subscribe('events', { capture, from: 0 }, (events) => {
        live.push(...events);
        if (live.some((event) => event.kind === 'capture.ended')) resolve();
      });
    });
    expect(live.map((event) => event.seq)).toEqual(live.map((_, index) => index));
    expect(live.find((event) => event.kind === 'probe.finished')).toMatchObject({
      exit: 0,
      turnCompleted: true,
      finalEquals: true,
    });
    expect(live.filter((event) => event.kind === 'call.attributed')).toMatchObject([{ tier: 'meta' }]);
    expect(await ask('captures.recorrelate', { capture })).toEqual({ calls: 1, differences: [] });
    await runtime.close();
    await start();
    expect(await allEvents(capture)).toEqual(live);
    expect(runtime.library.list.get()).toMatchObject([
      { capture, live: false, origin: 'probe', calls: 1, attributed: 1, abstained: 0 },
    ]);
  });

  it('stops when it is cancelled and leaves a readable capture', async () => {
    const { capture } = await ask('probe.run', { host: 'codex', scenario: 'tour', approve: 'ask' });
    await ask('probe.cancel', { capture });
    const events = await allEvents(capture);
    expect(events.at(-1)).toMatchObject({ kind: 'capture.ended', reason: 'stopped' });
    expect(await faultOf('probe.cancel', { capture })).toMatchObject({ code: 'probe-not-running' });
  });

  it('waits for a person, takes the answer, and records who decided', async () => {
    let waiting: PendingApproval[] = [];
    client.subscribe('approvals', {}, (pending) => void (waiting = pending));
    const { capture } = await ask('probe.run', { host: 'codex', scenario: 'tour', approve: 'ask' });
    const answered: string[] = [];
    await vi.waitFor(
      async () => {
        for (const { approval, tool } of waiting) {
          const detail = await client.request('approval.get', { capture, approval });
          const decided = await client.request('approval.decide', {
            capture,
            approval,
            decision: 'decline',
            message: 'CANARY-MESSAGE',
          });
          if (detail.ok && decided.ok) answered.push(tool);
        }
        expect(runtime.library.list.get()).toMatchObject([{ live: false }]);
      },
      { timeout: 18_000, interval: 50 },
    );
    const events = await allEvents(capture);
    const byUser = events.filter((event) => event.kind === 'approval.decided' && event.by === 'user');
    expect(answered.length).toBeGreaterThan(0);
    expect(byUser.map((event) => (event.kind === 'approval.decided' ? event.decision : ''))).toEqual(
      answered.map(() => 'decline'),
    );
    expect(formatJson(events)).not.toContain('CANARY');
  });

  it('names what is wrong with a request', async () => {
    expect(await faultOf('probe.run', { host: 'codex', scenario: 'no-such' })).toMatchObject({
      code: 'scenario-unknown',
    });
  });
});

describe('captures', () => {
  const probe = async (): Promise<CaptureSummary> => {
    const { capture } = await ask('probe.run', { host: 'claude', scenario: 'lookup', approve: 'scenario' });
    await vi.waitFor(
      () => expect(runtime.library.summary(capture)).toMatchObject({ value: { live: false } }),
      { timeout: 15_000 },
    );
    const summary = runtime.library.summary(capture);
    if (!summary.ok) throw new Error('no summary');
    return summary.value;
  };

  it('export and import again to the same events', async () => {
    const recorded = await probe();
    const file = await ask('captures.export', { capture: recorded.capture, format: 'json' });
    const imported = await ask('captures.import', file);
    expect(imported).toMatchObject({
      origin: 'imported',
      events: recorded.events,
      calls: recorded.calls,
      attributed: recorded.attributed,
    });
    expect(await allEvents(imported.capture)).toEqual(await allEvents(recorded.capture));
    const preview = await ask('captures.preview', { capture: recorded.capture });
    expect(preview.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(recorded.events);
  });

  it('refuse a file that is cut in the middle, name the line, and keep what is readable when asked', async () => {
    const recorded = await probe();
    const file = await ask('captures.export', { capture: recorded.capture, format: 'json' });
    const cut = file.text.slice(0, Math.floor(file.text.length / 2));
    const refused = await faultOf('captures.import', { fileName: 'cut.ndjson', text: cut });
    expect(refused.message).toMatch(/^Line \d+/);
    expect(refused.next).toBeTruthy();
    const kept = await ask('captures.import', { fileName: 'cut.ndjson', text: cut, salvage: true });
    expect(kept.events).toBe(cut.split('\n').length - 2);
  });

  it('can be named, removed and brought back', async () => {
    const { capture } = await probe();
    await ask('captures.edit', { capture, name: 'My run', note: 'A note.' });
    await ask('captures.remove', { capture });
    expect(runtime.library.list.get()).toEqual([]);
    expect(await faultOf('captures.preview', { capture })).toMatchObject({ code: 'capture-unknown' });
    expect(await ask('captures.restore', { capture })).toMatchObject({ name: 'My run', note: 'A note.' });
  });

  it('survive a crash in the middle of a line', async () => {
    const { capture, events } = await probe();
    await runtime.close();
    const file = join(home, 'captures', `${capture}.ndjson`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, -20));
    await rm(join(home, 'captures', `${capture}.json`));
    await start();
    expect(runtime.library.list.get()).toMatchObject([{ capture, events: events - 1 }]);
  });

  it('leave a file alone that is no capture, say so, and list the others', async () => {
    const { capture } = await probe();
    await runtime.close();
    await writeFile(join(home, 'captures', 'strange.ndjson'), 'not a capture\n');
    await start();
    const notices: Fault[] = [];
    client.subscribe('notices', {}, (list) => void notices.push(...list));
    await vi.waitFor(() => expect(notices).toMatchObject([{ code: 'capture-unreadable' }]));
    expect(runtime.library.list.get()).toMatchObject([{ capture }]);
    expect(await readdir(join(home, 'captures'))).toContain('strange.ndjson');
  });
});

describe('a damaged home', () => {
  it('starts all the same when servers.json and settings.json are cut, and says where', async () => {
    await ask('servers.add', { config: probeConfig() });
    await ask('settings.set', { theme: 'light' });
    await runtime.close();
    for (const name of ['servers.json', 'settings.json']) {
      const text = await readFile(join(home, name), 'utf8');
      await writeFile(join(home, name), text.slice(0, Math.floor(text.length / 2)));
    }
    await start();
    const notices: Fault[] = [];
    client.subscribe('notices', {}, (list) => void notices.push(...list));
    await vi.waitFor(() => expect(notices.length).toBeGreaterThanOrEqual(2));
    expect(notices.map((notice) => notice.code)).toContain('settings-unreadable');
    for (const notice of notices) expect(notice.next).toBeTruthy();
    expect(await ask('probe.scenarios', {})).toMatchObject({ scenarios: expect.arrayContaining([]) });
    expect((await readFile(join(home, 'servers.json'), 'utf8')).length).toBeGreaterThan(0);
  });
});
