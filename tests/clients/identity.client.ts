import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOnPath, readVersion, recipes } from '../../electron/runtime/clients/index.ts';
import { scenario, script } from '../support/probe.ts';
import { clientFor, runReal, type RealRun } from './harness.ts';

const pins = recipes.flatMap(({ id, versions }) => versions.map((version) => [id, version] as const));
const subjects = pins.filter(([id]) => id === 'claude' || id === 'codex');

const headers = (run: RealRun, route: string): string[] | undefined =>
  run
    .of('exchange.request')
    .find((request) => String(request.route) === route)
    ?.headerNames.map(String);

describe('a real client', () => {
  for (const [id, version] of pins) {
    it(`${id}@${version} says which version it is`, async ({ skip }) => {
      const client = await clientFor(id, version, skip);
      expect(await readVersion({ ...client, version: 'unknown' })).toMatchObject({
        ok: true,
        value: { version },
      });
    });
  }

  for (const [id, version] of subjects) {
    it(`${id}@${version} runs parent and child, their calls overlapping, each in its own thread`, async ({
      skip,
    }) => {
      const client = await clientFor(id, version, skip);
      const run = await runReal(client, { scenario: scenario('parent-child') });
      expect(run.run).toMatchObject({ exit: 0, ending: 'exited' });
      expect(run.finalEquals).toBe(true);

      const threads = run.of('thread.opened');
      expect(threads.map(({ role, parentEvidence }) => [role, parentEvidence])).toEqual([
        ['root', undefined],
        ['child', id === 'codex' ? 'measured' : 'derived'],
      ]);
      expect(threads[1]?.parent).toBe(threads[0]?.thread);

      const verdicts = run.of('call.attributed');
      expect(verdicts.map(({ tier }) => tier)).toEqual(['meta', 'meta']);
      expect(new Set(verdicts.map(({ thread }) => thread))).toEqual(
        new Set(threads.map(({ thread }) => thread)),
      );
      const [first, second] = run.of('call.started');
      const ends = run.of('call.finished').map(({ t }) => t);
      expect(second?.t ?? Infinity).toBeLessThan(Math.min(...ends));
      // Codex starts the server anew for a child; Claude shares it.
      expect(first?.instance === second?.instance).toBe(id === 'claude');
    });

    it(`${id}@${version} starts a tool as soon as its item is complete`, async ({ skip }) => {
      const client = await clientFor(id, version, skip);
      const slow = script({
        root: [
          [
            { do: 'stream', chunkMs: 400 },
            { do: 'call', tool: 'lookup', args: { query: 'one' } },
          ],
          [{ do: 'text', text: 'OK' }],
        ],
      });
      // Shown by its full schema, so that the first answer is the call itself.
      const run = await runReal(client, { scenario: slow, modelClass: id === 'claude' ? 'flat' : 'exec' });
      expect(run.finalEquals).toBe(true);
      const [started] = run.of('call.started');
      const [opened] = run.of('window.opened');
      const [completed] = run.of('response.completed');
      expect(started?.t ?? 0).toBeGreaterThan(opened?.openedAt ?? Infinity);
      expect(started?.t ?? Infinity).toBeLessThan(completed?.t ?? 0);
    });
  }

  it.runIf(process.platform !== 'win32')('is taken from PATH as well', async ({ skip }) => {
    const pinned = await clientFor('codex', '0.154.0', skip);
    const folder = mkdtempSync(join(tmpdir(), 'on-path-'));
    try {
      symlinkSync(pinned.command, join(folder, 'codex'));
      const found = await clientOnPath(pinned.recipe, { PATH: folder });
      const known = found.ok ? await readVersion(found.value) : found;
      if (!known.ok) throw new Error(known.fault.message);
      expect(known.value).toMatchObject({
        origin: 'path',
        version: '0.154.0',
        command: join(folder, 'codex'),
      });
      const run = await runReal(known.value);
      expect(run.run).toMatchObject({ exit: 0, ending: 'exited' });
      expect(run.finalEquals).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('claude@2.1.268 sends the header names of the first study when it has a token', async ({ skip }) => {
    const client = await clientFor('claude', '2.1.268', skip);
    const way = client.recipe.ways.find(({ login }) => login === 'auth-token');
    const run = await runReal(client, way === undefined ? {} : { way });
    expect(headers(run, '/v1/messages')).toEqual(
      'accept accept-encoding anthropic-beta anthropic-dangerous-direct-browser-access anthropic-version authorization connection content-length content-type host user-agent x-app x-claude-code-session-id x-stainless-arch x-stainless-lang x-stainless-os x-stainless-package-version x-stainless-retry-count x-stainless-runtime x-stainless-runtime-version x-stainless-timeout'.split(
        ' ',
      ),
    );
    expect(headers(run, '/api/hello')).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('codex@0.154.0 sends the header names of the first study when it is logged in', async ({ skip }) => {
    const client = await clientFor('codex', '0.154.0', skip);
    const way = client.recipe.ways.find(({ login }) => login === 'chatgpt');
    const run = await runReal(client, way === undefined ? {} : { way });
    expect(run.run).toMatchObject({ exit: 0, ending: 'exited' });
    expect(headers(run, '/v1/models')).toEqual(
      'accept authorization chatgpt-account-id host originator user-agent version'.split(' '),
    );
    expect(headers(run, '/v1/responses')).toEqual(
      'authorization chatgpt-account-id connection host openai-beta originator sec-websocket-extensions sec-websocket-key sec-websocket-version session-id thread-id upgrade user-agent version x-client-request-id x-codex-beta-features x-codex-routing-hint x-codex-turn-metadata x-codex-window-id'.split(
        ' ',
      ),
    );
  });
});
