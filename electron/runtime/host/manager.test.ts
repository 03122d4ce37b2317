import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import { fail } from '../../../shared/fault.ts';
import { resolveHost } from '../../../shared/hosts/index.ts';
import { record } from '../../../tests/support/recording.ts';
import { connectServer } from '../mcp/connect.ts';
import { projectConfig } from './config.ts';
import { hostServer } from './host-server.ts';
import { createManager, type Connect } from './manager.ts';

const probeServer = join(import.meta.dirname, '..', '..', 'probe-servers', 'shape-probe-legacy.ts');

const server = (
  name: string,
  more: Record<string, unknown> = {},
  args: string[] = [probeServer],
): ServerConfig =>
  ServerConfig.parse({
    name,
    era: 'legacy',
    transport: { kind: 'stdio', command: process.execPath, args, env: {} },
    ...more,
  });

function start(
  configs: readonly ServerConfig[],
  options: { graceMs?: number | undefined; connect?: Connect; environment?: string } = {},
) {
  const recording = record();
  const { recorder } = recording;
  const profile = resolveHost('codex')?.profile;
  if (profile === undefined) throw new Error('no profile');
  const part = options.environment === undefined ? {} : { environment: options.environment };
  const contributions = configs.map(
    (config) => ({ origin: 'user', action: 'set', server: hostServer(config, part) }) as const,
  );
  const { servers } = projectConfig({ contributions, pluginsAvailable: false }, [
    { id: 'local', available: true },
  ]);
  let count = 0;
  const manager = createManager({
    recorder,
    profile,
    servers,
    followsListChanged: false,
    graceMs: options.graceMs,
    connect:
      options.connect ??
      ((config, signal) => {
        const instance = recorder.gate.instance(recorder.gate.server(config.name), ++count);
        return connectServer({ config, recorder, instance, version: '0.0.0', signal });
      }),
  });
  return { ...recording, manager };
}

describe('the connection manager', { timeout: 60_000 }, () => {
  it('starts every server by itself, and joins the failures of required ones', async () => {
    const dead = ['-e', 'process.exit(4)'];
    const { manager, of } = start([
      server('good'),
      server('bad', { required: true }, dead),
      server('worse', { required: true }, dead),
      server('odd', {}, dead),
    ]);
    const required = await manager.required();
    expect(required).toMatchObject({
      ok: false,
      fault: { code: 'required-server-failed', message: expect.stringMatching(/bad: .*; worse: /) },
    });
    expect((await manager.tools()).map((tool) => tool.server)).toContain('good');
    expect(of('server.startupComplete')[0]).toMatchObject({
      ready: ['good'],
      failed: ['bad', 'worse', 'odd'],
      cancelled: [],
      requiredFailed: ['bad', 'worse'],
    });
    await manager.shutdown();
    expect(
      of('process.state').filter((event) => event.state === 'exited' && event.server === 'good'),
    ).toHaveLength(1);
  });

  it('starts no process for a server that has no place', async () => {
    const { manager, of } = start([server('lost')], { environment: 'moon' });
    await manager.tools();
    expect(of('server.startup')).toMatchObject([
      { server: 'lost', state: 'failed', code: 'environment-unknown' },
    ]);
    expect(of('process.state')).toEqual([]);
    await manager.shutdown();
  });

  it('leaves a slow server out of the step when it is not required', async () => {
    const slow = server('slow', {}, [probeServer, '--delay-start', '30000']);
    const { manager, of } = start([slow], { graceMs: 50 });
    expect(await manager.tools()).toEqual([]);
    await manager.shutdown();
    expect(of('server.startupComplete')[0]?.cancelled).toEqual(['slow']);
  });

  it('checks server, filter and readiness again when it is called', async () => {
    const { manager, recorder, of } = start([
      server('probe', { disabledTools: ['lookup'] }),
      server('dead', {}, ['-e', 'process.exit(4)']),
    ]);
    await manager.tools();
    const call = (name: string, tool: string) =>
      manager.call(name, { call: recorder.gate.local('call'), tool, args: { query: 'a' }, origin: 'host' });
    expect(await call('nobody', 'lookup')).toEqual({
      kind: 'refused',
      code: 'unknown-server',
      message: "tool call error: unknown MCP server 'nobody'",
    });
    expect(await call('probe', 'lookup')).toMatchObject({
      kind: 'refused',
      code: 'tool-disabled',
      message: expect.stringContaining("tool 'lookup' is disabled for MCP server 'probe'"),
    });
    expect(await call('dead', 'lookup')).toMatchObject({ kind: 'refused', code: 'server-not-ready' });
    expect(of('call.started')).toEqual([]);
    expect(await call('probe', 'unannotated_lookup')).toMatchObject({
      kind: 'sent',
      outcome: { outcome: 'ok' },
    });
    await manager.shutdown();
  });

  it('gives up on a server that is still starting when it is shut down', async () => {
    const waiting: Connect = (_config, signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(fail('cancelled', 'Cancelled.'))),
      );
    const { manager, of } = start([server('never', { required: true })], { connect: waiting });
    await manager.shutdown();
    expect(of('server.startupComplete')[0]).toMatchObject({ cancelled: ['never'], requiredFailed: [] });
  });
});
