import { describe, expect, it } from 'vitest';
import type { Login } from '../../electron/runtime/clients/index.ts';
import { script } from '../support/probe.ts';
import { clientFor, runReal, type RealRun } from './harness.ts';

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
    // Now and then it asks twice.
    expect([1, 2]).toContain(counts(run)['GET /v1/models']);
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
