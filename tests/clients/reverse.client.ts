import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerConfig } from '../../shared/contract.ts';
import { run } from '../../electron/cli/run.ts';
import { testIo } from '../../electron/cli/testing.ts';
import { throughContract } from '../../electron/cli/runtime.ts';
import { findIsolation } from '../../electron/runtime/clients/isolation/detect.ts';
import { createRuntime } from '../../electron/runtime/runtime.ts';
import { clientFor } from './harness.ts';

const root = join(import.meta.dirname, '../..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'reverse-'));
  folders.push(folder);
  return folder;
};

/** The last version that serves itself; the pins have no such command any more. */
async function codexServer(skip: (reason: string) => void): Promise<readonly string[]> {
  const client = await clientFor('codex', '0.144.6', skip);
  const isolation = await findIsolation();
  const line = [client.command, 'mcp-server'];
  // Without a network where that can be had.
  return isolation.kind === 'namespaces' ? [isolation.unshare, ...isolation.flags, ...line] : line;
}

describe('Codex as a server', () => {
  it('is listed with its two tools, and marked as the other direction', async ({ skip }) => {
    const words = await codexServer(skip);
    const test = testIo({ env: { HOME: scratch(), PATH: '/usr/bin:/bin' } });
    expect(await run(['list', '--json', '--', ...words], test.io)).toBe(0);
    const listed = JSON.parse(test.out());
    expect(listed.server).toMatchObject({ name: 'codex-mcp-server', version: '0.144.6' });
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual(['codex', 'codex-reply']);
    expect(listed.findings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'server-is-client', severity: 'info' })]),
    );
  });

  it('carries the mark where the Servers view reads it', async ({ skip }) => {
    const [command = '', ...args] = await codexServer(skip);
    const text = (value: string) => ({ kind: 'text', value }) as const;
    const config = ServerConfig.parse({
      name: 'codex',
      transport: {
        kind: 'stdio',
        command,
        args,
        env: { HOME: text(scratch()) },
      },
    });
    const runtime = await createRuntime({
      home: scratch(),
      version: '0.0.0',
      assets: join(root, 'assets'),
      probeServers: join(root, 'electron/probe-servers'),
      platform: { shell: 'cli' },
    });
    try {
      await throughContract(runtime, async (client) => {
        const added = await client.request('servers.add', { config });
        const commandLine = added.ok ? (added.value.commandLine ?? '') : '';
        await client.request('servers.consent', { name: 'codex', commandLine });
        const connected = await client.request('servers.connect', { name: 'codex' });
        expect(connected).toMatchObject({
          ok: true,
          value: {
            state: 'ready',
            tools: 2,
            findings: expect.arrayContaining([{ code: 'server-is-client', severity: 'info' }]),
          },
        });
      });
    } finally {
      await runtime.close();
    }
  });
});
