import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientProbeRequest } from '../../shared/contract.ts';
import { ok } from '../../shared/fault.ts';
import type { Scenario } from '../../shared/scenario.ts';
import { cacheFolder, type LocatedClient } from '../../electron/runtime/clients/index.ts';
import { planClientProbe, runClientProbe } from '../../electron/runtime/probe/index.ts';
import { bundled, script } from '../support/probe.ts';
import { record } from '../support/recording.ts';
import { clientFor, lookupOnce, runReal } from './harness.ts';

const subjects = [
  ['claude', '2.1.268'],
  ['claude', '2.1.332'],
  ['codex', '0.154.0'],
  ['codex', '0.171.0'],
] as const;

/** The same answer to every attempt. */
const always = (action: object): Scenario =>
  script({ root: [Array.from({ length: 20 }, () => action), [{ do: 'text', text: 'OK' }]] });

const failures: Readonly<Record<string, Scenario>> = {
  'answers 400': always({ do: 'fail', status: 400 }),
  'answers 429': always({ do: 'fail', status: 429 }),
  'answers 500': always({ do: 'fail', status: 500 }),
  'cuts every connection': always({ do: 'drop' }),
  'ends every stream before it began': always({ do: 'end' }),
};

/** Attempts that each client makes, quiet as its recipe keeps it; counted once, of both versions. */
const attempts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'claude@2.1.268': {
    'answers 400': 2,
    'answers 429': 2,
    'answers 500': 2,
    'cuts every connection': 2,
    'ends every stream before it began': 2,
  },
  // At 400 it asks three times with the tools deferred, then three times with all of them inline.
  'claude@2.1.332': {
    'answers 400': 6,
    'answers 429': 2,
    'answers 500': 2,
    'cuts every connection': 2,
    'ends every stream before it began': 2,
  },
  'codex@0.154.0': {
    'answers 400': 1,
    'answers 429': 1,
    'answers 500': 2,
    'cuts every connection': 2,
    'ends every stream before it began': 2,
  },
  'codex@0.171.0': {
    'answers 400': 1,
    'answers 429': 1,
    'answers 500': 2,
    'cuts every connection': 2,
    'ends every stream before it began': 2,
  },
};

describe('a real client ends with a verdict when the provider', () => {
  for (const [id, version] of subjects) {
    for (const [what, scenario] of Object.entries(failures)) {
      it(`${what}: ${id}@${version}`, async ({ skip }) => {
        const client = await clientFor(id, version, skip);
        const { run, of, finalEquals } = await runReal(client, { scenario });
        expect(run).toMatchObject({ exit: 1, ending: 'exited', left: 0 });
        expect(finalEquals).toBe(false);
        expect(of('client.reported').at(-1)?.what).toBe('turnFailed');
        const asked = of('exchange.request').filter(({ method }) => String(method) === 'POST');
        expect(asked.length).toBe(attempts[`${id}@${version}`]?.[what]);
        expect(of('response.failed').length).toBeGreaterThanOrEqual(asked.length);
      });
    }

    it(`never finishes its answer: ${id}@${version}`, async ({ skip }) => {
      const client = await clientFor(id, version, skip);
      const endless = script({
        root: [
          [
            { do: 'text', text: 'x' },
            { do: 'wait', ms: 100_000 },
          ],
        ],
      });
      const { run, of } = await runReal(client, { scenario: endless, more: { timeoutMs: 15_000 } });
      expect(run).toMatchObject({ ending: 'timeout', left: 0 });
      expect(of('client.reported').map(({ what }) => what)).not.toContain('turnCompleted');
    });
  }
});

describe('a real client and a server that needs four seconds to start', () => {
  const slow = { serverArgs: ['--delay-start', '4000'], scenario: lookupOnce };

  for (const [id, version] of subjects) {
    it(`${id}@${version} waits for it`, async ({ skip }) => {
      const client = await clientFor(id, version, skip);
      const { run, of, finalEquals } = await runReal(client, slow);
      expect(run).toMatchObject({ exit: 0, ending: 'exited' });
      expect(finalEquals).toBe(true);
      expect(of('call.attributed')).toMatchObject([{ tier: 'meta' }]);
    });
  }

  it('codex@0.154.0 goes on without it unless it is required', async ({ skip }) => {
    const client = await clientFor('codex', '0.154.0', skip);
    const { run, of } = await runReal(client, { ...slow, more: { required: false } });
    expect(run).toMatchObject({ exit: 0, ending: 'exited' });
    expect(of('call.started')).toEqual([]);
  });
});

describe('a real client that was not told to allow the call', () => {
  it('claude@2.1.268 says that it was denied, and ends well', async ({ skip }) => {
    const client = await clientFor('claude', '2.1.268', skip);
    const { run, of } = await runReal(client, { more: { approve: false } });
    expect(run).toMatchObject({ exit: 0, ending: 'exited' });
    expect(of('call.started')).toEqual([]);
    expect(of('client.reported')).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'permissionDenied', tool: 'lookup' })]),
    );
  });

  it('codex@0.154.0 runs what only reads, and refuses what writes', async ({ skip }) => {
    const client = await clientFor('codex', '0.154.0', skip);
    const reads = await runReal(client, { more: { approve: false } });
    expect(reads.of('call.finished')).toMatchObject([{ outcome: 'ok' }]);
    const scenario = script({
      root: [[{ do: 'call', tool: 'delete_record', args: { id: 'r1' } }], [{ do: 'text', text: 'OK' }]],
    });
    const writes = await runReal(client, { scenario, more: { approve: false } });
    expect(writes.run).toMatchObject({ exit: 0, ending: 'exited' });
    expect(writes.of('call.started')).toEqual([]);
    expect(writes.of('client.reported').map(({ what }) => what)).toContain('permissionDenied');
  });
});

/** The client as it is launched, but for everything that could log it in. */
const withoutLogin = (client: LocatedClient): LocatedClient => ({
  ...client,
  recipe: {
    ...client.recipe,
    launch: (request) => {
      const plan = client.recipe.launch(request);
      const env = Object.fromEntries(
        Object.entries(plan.env).filter(([, value]) => !value.includes(request.key)),
      );
      const files = plan.files
        .filter(({ path }) => !path.endsWith('auth.json'))
        .map((file) => ({ ...file, text: file.text.replaceAll(request.key, '') }));
      return { ...plan, env, files };
    },
  },
});

/** A probe as the program makes it, of a client that has no login. */
async function probeWithoutLogin(client: LocatedClient, request: ClientProbeRequest) {
  const { recorder, events } = record();
  const plan = planClientProbe(request, bundled, () => undefined);
  if (!plan.ok) throw new Error(plan.fault.message);
  const verdict = await runClientProbe({
    recorder,
    request,
    plan: plan.value,
    probeServers: join(import.meta.dirname, '../../electron/probe-servers'),
    version: '0.0.0',
    cache: cacheFolder(),
    signal: new AbortController().signal,
    find: () => Promise.resolve(ok(withoutLogin(client))),
  });
  return { verdict, events };
}

/** `asks`: it says so by itself and asks no model; `refused`: it asks, and the provider turns it away. */
const loggedOut: readonly (readonly [ClientProbeRequest['client'], string, 'asks' | 'refused', object?])[] = [
  ['claude', '2.1.268', 'asks'],
  ['claude', '2.1.268', 'asks', { login: 'auth-token' }],
  ['claude', '2.1.332', 'asks'],
  ['codex', '0.154.0', 'asks'],
  ['codex', '0.154.0', 'refused', { login: 'chatgpt' }],
  ['codex', '0.171.0', 'asks'],
  ['codex', '0.171.0', 'refused', { login: 'chatgpt' }],
  ['gemini', '0.61.0', 'asks'],
  ['opencode', '1.18.33', 'refused'],
  ['qwen', '0.24.4', 'asks'],
  ['copilot', '1.0.102', 'refused'],
  ['cline', '3.0.65', 'refused'],
  ['continue', '1.5.47', 'refused'],
];

describe('a real client without any login ends by itself, with a verdict that says so', () => {
  for (const [id, version, how, more = {}] of loggedOut) {
    it(`${id}@${version} ${JSON.stringify(more)}: ${how}`, async ({ skip }) => {
      const client = await clientFor(id, version, skip);
      const { verdict, events } = await probeWithoutLogin(client, { client: id, version, ...more });
      expect(verdict).toMatchObject({ exit: 1, ending: 'exited', turnCompleted: false });
      expect(verdict.fault).toMatchObject({
        code: 'client-asks-for-login',
        next: expect.stringMatching(/log in/),
      });
      expect(verdict.fault?.message).toMatch(/login/);
      const refused = events.filter((event) => event.kind === 'response.failed');
      expect(refused.length > 0 ? 'refused' : 'asks').toBe(how);
      expect(verdict.clientMs).toBeLessThan(30_000);
    });
  }
});
