import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection, JsonObject } from '../../electron/runtime/mcp/types.ts';
import { createHarness, valueOf } from '../fixtures/servers/harness.ts';

// Servers that other people wrote, as they are on the registry.

let harness = createHarness();
const ending: (() => void)[] = [];
afterEach(async () => {
  await harness.closeAll();
  for (const end of ending.splice(0)) end();
  harness = createHarness();
});

const require = createRequire(import.meta.url);
const manifests = {
  'server-everything': require.resolve('@modelcontextprotocol/server-everything/package.json'),
  'server-filesystem': require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  'server-memory': require.resolve('@modelcontextprotocol/server-memory/package.json'),
};
type Name = keyof typeof manifests;

const program = (name: Name): string => {
  const manifest = manifests[name];
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), Object.values(bin)[0] ?? '');
};

const start = async (
  name: Name,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  more: { capabilities?: JsonObject } = {},
): Promise<Connection> =>
  valueOf(
    await harness.connect(
      {
        name,
        transport: {
          kind: 'stdio',
          command: process.execPath,
          args: [program(name), ...args],
          env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, { kind: 'text', value }])),
        },
      },
      more,
    ),
  );

const names = async (connection: Connection): Promise<string[]> =>
  valueOf(await connection.listTools()).tools.map(({ name }) => name);
const call = (connection: Connection, tool: string, args: JsonObject) =>
  connection.callTool({ call: harness.nextCall(), tool, args, origin: 'user' });
const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'throughline-')));

describe('over stdio', () => {
  it('server-everything lists and calls', async () => {
    const connection = await start('server-everything', ['stdio']);
    expect([connection.era, connection.protocolVersion]).toEqual(['legacy', '2025-11-25']);
    expect(await names(connection)).toEqual(
      expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image', 'get-structured-content']),
    );
    expect(await call(connection, 'get-sum', { a: 2, b: 40 })).toMatchObject({
      outcome: 'ok',
      result: { content: [{ type: 'text', text: expect.stringContaining('42') }] },
    });
    const structured = await call(connection, 'get-structured-content', { location: 'New York' });
    expect(structured).toMatchObject({ outcome: 'ok', violations: [], findings: [] });
    const image = await call(connection, 'get-tiny-image', {});
    expect(image).toMatchObject({ outcome: 'ok', findings: [] });
    expect(harness.of('call.finished').at(-1)?.content).toContainEqual({ type: 'image', count: 1 });
    const progress: number[] = [];
    const long = await connection.callTool({
      call: harness.nextCall(),
      tool: 'trigger-long-running-operation',
      args: { duration: 0.2, steps: 2 },
      origin: 'user',
      onProgress: (at) => progress.push(at.progress),
    });
    expect([long.outcome, progress]).toEqual(['ok', [1, 2]]);
    expect(harness.findingCodes()).toEqual([]);
  });

  it('server-everything shows more tools to a client that offers more', async () => {
    const few = await names(await start('server-everything'));
    const offering = await start(
      'server-everything',
      [],
      {},
      { capabilities: { roots: {}, sampling: {}, elicitation: {} } },
    );
    // It registers them once the handshake is over, and announces that.
    let more = await names(offering);
    for (let i = 0; i < 100 && more.length <= few.length; i += 1) {
      await wait(20);
      more = await names(offering);
    }
    expect(more.length).toBeGreaterThan(few.length);
  });

  it('server-filesystem lists and calls', async () => {
    const root = folder();
    writeFileSync(join(root, 'hello.txt'), 'Good day');
    const connection = await start('server-filesystem', [root]);
    expect(await names(connection)).toContain('read_text_file');
    expect(await call(connection, 'read_text_file', { path: join(root, 'hello.txt') })).toMatchObject({
      outcome: 'ok',
      violations: [],
      result: { structuredContent: { content: 'Good day' } },
    });
    expect(await call(connection, 'read_text_file', { path: '/etc/hostname' })).toMatchObject({
      outcome: 'toolError',
    });
  });

  it('server-memory lists and calls', async () => {
    const connection = await start('server-memory', [], { MEMORY_FILE_PATH: join(folder(), 'memory.jsonl') });
    expect(await names(connection)).toHaveLength(9);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['counts'] }];
    expect(await call(connection, 'create_entities', { entities })).toMatchObject({ outcome: 'ok' });
    expect(await call(connection, 'read_graph', {})).toMatchObject({
      outcome: 'ok',
      violations: [],
      result: { structuredContent: { entities, relations: [] } },
    });
  });
});

describe('over Streamable HTTP', () => {
  const freePort = (): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });

  it('server-everything lists and calls', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [program('server-everything'), 'streamableHttp'], {
      env: { PATH: process.env['PATH'], PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    ending.push(() => child.kill('SIGKILL'));
    const config = {
      name: 'server-everything',
      transport: { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} },
    };
    let connected = await harness.connect(config);
    for (let i = 0; i < 200 && !connected.ok && connected.fault.code === 'connection-refused'; i += 1) {
      await wait(50);
      connected = await harness.connect(config);
    }
    const connection = valueOf(connected);
    expect([connection.era, connection.protocolVersion]).toEqual(['legacy', '2025-11-25']);
    expect(await names(connection)).toContain('get-sum');
    expect(await call(connection, 'get-sum', { a: 2, b: 40 })).toMatchObject({ outcome: 'ok' });
    expect(await call(connection, 'get-structured-content', { location: 'Chicago' })).toMatchObject({
      outcome: 'ok',
      violations: [],
    });
    await connection.close();
    expect(harness.of('client.state').at(-1)).toMatchObject({ state: 'closed' });
  });
});
