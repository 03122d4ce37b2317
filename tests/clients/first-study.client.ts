import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocatedClient, Login } from '../../electron/runtime/clients/index.ts';
import { script } from '../support/probe.ts';
import { clientFor, runReal, type RealRun } from './harness.ts';
import { holdModels, type Relay } from './relay.ts';

// The set-ups of the first published study, played again: how often each client asks when it gets no answer. Header names are
// compared in identity.client.ts. docs/clients.md has the table and the cause of every difference.

const ok = [{ do: 'text', text: 'OK' }];
const always = (action: object, more: Record<string, unknown> = {}) =>
  script({ root: [Array.from({ length: 40 }, () => action), ok] }, more);

/** Requests by method and route. */
function counts({ of }: RealRun): Record<string, number> {
  const out: Record<string, number> = {};
  for (const { method, route } of of('exchange.request')) {
    const key = `${method} ${route}`;
    out[key] = (out[key] ?? 0) + 1;
  }
  return out;
}

async function played(
  id: string,
  version: string,
  login: Login,
  scenario: ReturnType<typeof script>,
  skip: (reason: string) => void,
): Promise<RealRun> {
  const client = await clientFor(id, version, skip);
  const transport = id === 'codex' ? 'websocket' : 'http';
  const way = client.recipe.ways.find((one) => one.login === login && one.transport === transport);
  return runReal(client, { scenario, ...(way === undefined ? {} : { way }) });
}

/** A run with a login whose list of models comes so late that a second question finds no answer to the first. */
async function withLateModels(client: LocatedClient): Promise<{ run: RealRun; asked: number }> {
  const way = client.recipe.ways.find(({ login }) => login === 'chatgpt');
  const relays: Relay[] = [];
  try {
    const run = await runReal(client, {
      ...(way === undefined ? {} : { way }),
      between: async (provider) => {
        const relay = await holdModels(provider, 1500);
        relays.push(relay);
        return relay.url;
      },
    });
    return { run, asked: relays[0]?.asked() ?? 0 };
  } finally {
    for (const relay of relays) relay.close();
  }
}

/** The same client with a list of models that it keeps from a run just before. */
const withOwnList = (client: LocatedClient): LocatedClient => ({
  ...client,
  recipe: {
    ...client.recipe,
    launch: (request) => {
      const plan = client.recipe.launch(request);
      const list = {
        fetched_at: request.now.toISOString(),
        etag: null,
        client_version: client.version,
        models: [],
      };
      const path = join(request.scratch.home, '.codex', 'models_cache.json');
      return { ...plan, files: [...plan.files, { path, text: JSON.stringify(list) }] };
    },
  },
});

describe('the set-ups of the first study', () => {
  it('claude@2.1.268, an error for an answer: two attempts, one greeting, exit 1', async ({ skip }) => {
    const run = await played('claude', '2.1.268', 'auth-token', always({ do: 'fail', status: 400 }), skip);
    expect(run.run.exit).toBe(1);
    expect(counts(run)).toEqual({ 'HEAD /api/hello': 1, 'POST /v1/messages': 2 });
  });

  it('claude@2.1.332 asks three times without the tools and three times with them, and greets nobody', async ({
    skip,
  }) => {
    const run = await played('claude', '2.1.332', 'auth-token', always({ do: 'fail', status: 400 }), skip);
    expect(run.run.exit).toBe(1);
    expect(counts(run)).toEqual({ 'POST /v1/messages': 6 });
  });

  it('codex@0.154.0, logged in: one question for the models, one socket', async ({ skip }) => {
    const once = script({ root: [[{ do: 'call', tool: 'lookup', args: { query: 'one' } }], ok] });
    const run = await played('codex', '0.154.0', 'chatgpt', once, skip);
    expect(run.run.exit).toBe(0);
    expect(counts(run)['GET /v1/responses']).toBe(1);
    // Two parts of it ask; the second only while the first has no answer yet (CX-90.17). The tests below hold the answer.
    expect([1, 2]).toContain(counts(run)['GET /v1/models']);
  });

  for (const version of ['0.154.0', '0.171.0']) {
    it(`codex@${version}, logged in, the list of models late: two questions`, async ({ skip }) => {
      const { asked, run } = await withLateModels(await clientFor('codex', version, skip));
      expect(run.run.exit).toBe(0);
      expect(asked).toBe(2);
    });
  }

  it('codex@0.154.0, the list late, with a list from before: one question, and nothing waits for it', async ({
    skip,
  }) => {
    const { asked, run } = await withLateModels(withOwnList(await clientFor('codex', '0.154.0', skip)));
    expect(run.run.exit).toBe(0);
    expect(asked).toBe(1);
  });

  it('codex@0.154.0, every upgrade closed, one retry allowed: three upgrades', async ({ skip }) => {
    const run = await played(
      'codex',
      '0.154.0',
      'api-key',
      always({ do: 'drop' }, { webSocket: 'destroy' }),
      skip,
    );
    expect(counts(run)['GET /v1/responses']).toBe(3);
  });

  it('codex@0.154.0, every upgrade closed, its own retries: seven upgrades, then HTTP', async ({ skip }) => {
    const run = await played(
      'codex',
      '0.154.0',
      'chatgpt',
      always({ do: 'drop' }, { webSocket: 'destroy' }),
      skip,
    );
    const seen = counts(run);
    expect(seen['GET /v1/responses']).toBe(7);
    expect(seen['POST /v1/responses']).toBeGreaterThan(0);
  });
});
