import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServerConfig, type ClientProbeRequest } from '../../../shared/contract.ts';
import { fail, ok } from '../../../shared/fault.ts';
import type { Scenario } from '../../../shared/scenario.ts';
import { bundled, script } from '../../../tests/support/probe.ts';
import { record } from '../../../tests/support/recording.ts';
import { fakeClient, type Order } from '../clients/testing/fake.ts';
import type { LaunchRequest } from '../clients/index.ts';
import { hostOfPlan, planClientProbe } from './client-plan.ts';
import { runClientProbe, type ClientProbeOptions } from './client-probe.ts';
import { scenariosOf } from './scenarios.ts';

const probeServers = join(import.meta.dirname, '..', '..', 'probe-servers');
const none = (): undefined => undefined;

/** The fake client says nothing at the end, so neither does the scenario. */
const quiet = script({ root: [[{ do: 'call', tool: 'lookup', args: { query: 'one' } }]] });

interface Play {
  readonly scenario?: Scenario;
  readonly request?: Partial<ClientProbeRequest>;
  readonly servers?: (name: string) => ServerConfig | undefined;
  readonly options?: Partial<ClientProbeOptions>;
}

/** Probes the fake client, which stands in for Claude Code. */
async function play(orders: (request: LaunchRequest) => readonly Order[], given: Play = {}) {
  const fake = fakeClient(orders);
  const recording = record();
  const scenario = given.scenario ?? quiet;
  const request: ClientProbeRequest = {
    client: 'claude',
    version: '1.0.0',
    scenario: scenario.id,
    isolation: 'none',
    ...given.request,
  };
  const plan = planClientProbe(request, scenariosOf([scenario]), given.servers ?? none);
  if (!plan.ok) throw new Error(plan.fault.message);
  const verdict = await runClientProbe({
    recorder: recording.recorder,
    request,
    plan: plan.value,
    probeServers,
    version: '0.0.0',
    cache: '/nonexistent',
    signal: new AbortController().signal,
    find: () => Promise.resolve(ok(fake.client)),
    ...given.options,
  });
  return { ...recording, fake, verdict };
}

const ask: (request: LaunchRequest) => Order = ({ providerUrl }) => ['fetch', `${providerUrl}/api/hello`];
const use: Order = ['server', '{config}', ['lookup']];

describe('a probe of a real client', { timeout: 30_000 }, () => {
  it('goes its steps, records the run, and ends with a verdict', async () => {
    const { verdict, of } = await play((request) => [ask(request), use]);
    expect(verdict).toMatchObject({
      client: 'claude',
      version: '1.0.0',
      origin: 'pinned',
      way: { wire: 'messages', transport: 'http', login: 'api-key' },
      ending: 'exited',
      clientExit: 0,
      signal: null,
      turnCompleted: true,
      finalEquals: true,
      isolation: { kind: 'none', why: 'not-wanted' },
      left: 0,
    });
    // It asked the provider for nothing that shows a tool.
    expect(verdict).toMatchObject({ exit: 1, fault: { code: 'no-request' } });
    expect(of('probe.step').map(({ step }) => String(step))).toEqual([
      'client',
      'server',
      'provider',
      'run',
      'verdict',
    ]);
    expect(of('probe.started')).toMatchObject([
      { client: 'claude', version: '1.0.0', origin: 'pinned', metaWithheld: false },
    ]);
    expect(of('probe.finished')).toMatchObject([
      { exit: 1, code: 'no-request', ending: 'exited', clientExit: 0, isolated: false },
    ]);
    expect(of('call.started')).toMatchObject([{ source: 'tap', tool: 'lookup', meta: expect.anything() }]);
  });

  it('records nothing of the ids when they are withheld', async () => {
    const { of } = await play(() => [use], { request: { withholdMeta: true } });
    expect(of('probe.started')).toMatchObject([{ metaWithheld: true }]);
    expect(of('call.started').map(({ meta }) => meta)).toEqual([undefined]);
  });

  it.each<[string, readonly Order[], object]>([
    ['crashes', [['die', 'SIGKILL']], { fault: { code: 'client-crashed' }, signal: 'SIGKILL' }],
    [
      'fails',
      [
        ['complain', 'Broken.\n'],
        ['exit', 3],
      ],
      { fault: { code: 'client-failed', cause: 'Broken.' } },
    ],
    ['does nothing', [], { fault: { code: 'server-not-started' }, clientExit: 0 }],
  ])('tells when the client %s', async (_what, orders, expected) => {
    const { verdict } = await play(() => orders);
    expect(verdict).toMatchObject({ exit: 1, ...expected });
    expect(verdict.fault?.next).toMatch(/\w/);
  });

  it('ends a client that hangs', async () => {
    const { verdict } = await play(() => [['wait', 60_000]], { request: { timeoutMs: 1000 } });
    expect(verdict).toMatchObject({ exit: 1, ending: 'timeout', fault: { code: 'client-hangs' } });
  });

  it('can be cancelled, and says so', async () => {
    const abort = new AbortController();
    const { verdict, of } = await play(
      () => {
        setTimeout(() => abort.abort(), 300);
        return [['wait', 60_000]];
      },
      { options: { signal: abort.signal } },
    );
    expect(verdict).toMatchObject({ exit: 130, ending: 'cancelled', fault: { code: 'cancelled' } });
    expect(of('probe.finished')).toMatchObject([{ exit: 130, code: 'cancelled' }]);
  });

  it('tells why there is no client, and starts nothing', async () => {
    const find = () => Promise.resolve(fail('client-install-failed', 'npm could not.', { next: 'Try.' }));
    const { verdict, of } = await play(() => [], { options: { find } });
    expect(verdict).toMatchObject({
      exit: 1,
      ending: 'not-started',
      fault: { code: 'client-install-failed' },
    });
    expect(verdict).not.toHaveProperty('version');
    expect(of('probe.step').map(({ step }) => String(step))).toEqual(['client']);
    expect(of('probe.finished')).toMatchObject([{ exit: 1, code: 'client-install-failed' }]);
  });

  it('gives a server its environment past the client', async () => {
    const secret = 'synthetic-server-secret';
    const config = ServerConfig.parse({
      name: 'mine',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: [
          '-e',
          `if (process.env.MINE !== ${JSON.stringify(secret)}) process.exit(9);
           process.argv[1] = ${JSON.stringify(join(probeServers, 'shape-probe-legacy.ts'))};
           process.argv.length = 2;
           import(process.argv[1]);`,
        ],
        env: { MINE: { kind: 'text', value: secret } },
      },
      era: 'legacy',
    });
    const { verdict, fake, of } = await play(() => [['read', '{config}'], ['environment'], use], {
      request: { server: 'mine' },
      servers: (name) => (name === 'mine' ? config : undefined),
    });
    expect(verdict.missing.map(({ code }) => code)).not.toContain('server-not-started');
    expect(of('call.finished')).toMatchObject([{ server: 'mine', outcome: 'ok' }]);
    // What the client is given knows where the settings stand, and nothing of what stands in them.
    expect(JSON.stringify(fake.of('environment'))).not.toContain(secret);
    expect(JSON.parse(String(fake.of('read'))).env).not.toHaveProperty('MINE');
  });

  it('tells when the server cannot be started, before the client is', async () => {
    const config = ServerConfig.parse({
      name: 'gone',
      transport: { kind: 'stdio', command: 'no-such-program-here', args: [], env: {} },
    });
    const { verdict } = await play(() => [use], { request: { server: 'gone' }, servers: () => config });
    expect(verdict).toMatchObject({ ending: 'not-started', fault: { code: 'command-not-found' } });
  });
});

describe('what can be probed', () => {
  const faultOf = (request: ClientProbeRequest, servers = none as Play['servers']) => {
    const plan = planClientProbe(request, bundled, servers ?? none);
    return plan.ok ? undefined : plan.fault.code;
  };

  it('is one lookup as the client ships, when nothing else is said', () => {
    const plan = planClientProbe({ client: 'codex' }, bundled, none);
    expect(plan).toMatchObject({
      ok: true,
      value: { scenario: { id: 'lookup' }, way: { transport: 'websocket', login: 'api-key' } },
    });
    expect(plan.ok && plan.value.modelClass).toBeUndefined();
  });

  it.each<[ClientProbeRequest, string, string | undefined]>([
    [{ client: 'codex' }, '0.154.0', 'exec'],
    [{ client: 'codex', modelClass: 'direct' }, '0.154.0', 'direct'],
    [{ client: 'claude' }, '2.1.332', 'search'],
    [{ client: 'gemini' }, '0.99.0', 'flat'],
    // Nobody knows of a version that is not pinned which of its classes it ships with.
    [{ client: 'codex' }, '0.160.0', undefined],
  ])('is held to be a host where its class is known: %j %s', (request, version, modelClass) => {
    const plan = planClientProbe(request, bundled, none);
    const host = plan.ok ? hostOfPlan(plan.value, version) : undefined;
    expect(host?.modelClass).toBe(modelClass);
    expect(host?.host).toBe(modelClass && request.client);
  });

  it('says why a client plays no child', () => {
    const plan = planClientProbe({ client: 'continue', scenario: 'parent-child' }, bundled, none);
    expect(plan).toMatchObject({ fault: { cause: expect.stringContaining('no tool that starts an agent') } });
  });

  it.each([
    ['opencode', true],
    // Its agents begin when the reply is over: within it nobody can be met.
    ['gemini', false],
    ['copilot', false],
  ] as const)('lets %s play a child, met within the reply: %s', (client, met) => {
    const plan = planClientProbe({ client, scenario: 'parent-child' }, bundled, none);
    const actions = plan.ok ? Object.values(plan.value.scenario.roles).flat(2) : [];
    expect(actions.filter(({ do: what }) => what === 'spawn')).toHaveLength(1);
    expect(actions.some(({ do: what }) => what === 'meet')).toBe(met);
  });

  it('takes the class that a scenario wants', () => {
    const plan = planClientProbe({ client: 'codex', scenario: 'parallel' }, bundled, none);
    expect(plan.ok && plan.value.modelClass).toBe('direct');
  });

  it.each<[string, ClientProbeRequest]>([
    ['scenario-unknown', { client: 'codex', scenario: 'none' }],
    ['scenario-not-for-clients', { client: 'codex', scenario: 'environment-change' }],
    ['scenario-not-for-host', { client: 'cline', scenario: 'parent-child' }],
    ['way-unknown', { client: 'codex', wire: 'gemini' }],
    ['way-unknown', { client: 'claude', transport: 'websocket' }],
    ['model-class-unknown', { client: 'claude', modelClass: 'exec' }],
    ['client-version-invalid', { client: 'claude', version: 'latest' }],
    ['client-version-invalid', { client: 'claude', version: '../../1.0.0' }],
    ['server-unknown', { client: 'claude', server: 'mine' }],
  ])('refuses with %s', (code, request) => {
    expect(faultOf(request)).toBe(code);
  });

  it('refuses a server that no client can start, and says what to do instead', () => {
    const http = ServerConfig.parse({
      name: 'far',
      transport: { kind: 'http', url: 'https://example.invalid/mcp', headers: {} },
    });
    expect(planClientProbe({ client: 'claude', server: 'far' }, bundled, () => http)).toMatchObject({
      fault: { code: 'server-not-stdio', next: expect.stringContaining('built-in host') },
    });
  });
});
