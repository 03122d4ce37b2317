import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import { record } from '../../../tests/support/recording.ts';
import { connectServer } from '../mcp/connect.ts';
import { openTapListener, wrapCommand, type TapListener } from './index.ts';
import { recordHead } from './records.ts';

const probe = join(import.meta.dirname, '..', '..', 'probe-servers', 'shape-probe-legacy.ts');
const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function listener() {
  const recording = record();
  const folder = mkdtempSync(join(tmpdir(), 'tap-'));
  const opened = await openTapListener({ recorder: recording.recorder, folder, servers: ['shape_probe'] });
  if (!opened.ok) throw new Error(opened.fault.message);
  ending.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => opened.value.close(),
  );
  return { ...recording, folder, taps: opened.value };
}

async function connectTapped(run: Awaited<ReturnType<typeof listener>>, instance: number) {
  const { recorder } = run;
  const server = wrapCommand(
    { name: 'shape_probe', command: process.execPath, args: [probe], env: {} },
    run.taps.address,
  );
  const connection = await connectServer({
    config: ServerConfig.parse({
      name: 'shape_probe',
      transport: { kind: 'stdio', command: server.command, args: server.args, env: {} },
      era: 'legacy',
    }),
    recorder,
    instance: recorder.gate.instance(recorder.gate.server('shape_probe'), instance),
    version: '0.0.0',
  });
  if (!connection.ok) throw new Error(connection.fault.message);
  ending.push(() => connection.value.close());
  return connection.value;
}

const closeTaps = (taps: TapListener): Promise<void> => taps.close();

describe('the tap listener', () => {
  it('sees through the wrapper what the connection itself sees', async () => {
    const run = await listener();
    const connection = await connectTapped(run, 1);
    const listed = await connection.listTools();
    const call = run.recorder.gate.local('call');
    const outcome = await connection.callTool({
      call,
      tool: 'lookup',
      args: { query: 'ä' },
      meta: { 'claudecode/toolUseId': 'toolu_7' },
      origin: 'host',
    });
    expect(outcome.outcome).toBe('ok');
    await connection.close();
    await closeTaps(run.taps);

    const [own, tapped] = [run.of('call.started'), run.of('call.started')].map((all, index) =>
      all.filter(({ source }) => source === (index === 0 ? 'mcp' : 'tap')),
    );
    expect(tapped).toHaveLength(1);
    expect(tapped?.[0]?.argumentsDigest).toBe(own?.[0]?.argumentsDigest);
    expect(tapped?.[0]?.meta).toEqual(own?.[0]?.meta);
    const tools = run.of('tool.discovered').filter(({ source }) => source === 'tap');
    expect(tools.map(({ tool }) => String(tool))).toEqual(
      listed.ok ? listed.value.tools.map(({ name }) => name) : [],
    );
    const states = run.of('process.state').filter(({ source }) => source === 'tap');
    expect(states.map(({ state }) => state)).toEqual(['spawned', 'exited']);

    // One clock for both, so the wrapper's interval lies within ours, give or take what it says it may be wrong by.
    const [outer] = run.of('call.finished').filter(({ source }) => source === 'mcp');
    const [inner] = run.of('call.finished').filter(({ source }) => source === 'tap');
    const uncertainty = inner?.clockUncertainty ?? Infinity;
    expect(Number.isFinite(uncertainty)).toBe(true);
    expect(tapped?.[0]?.t ?? 0).toBeGreaterThanOrEqual((own?.[0]?.t ?? Infinity) - uncertainty);
    expect(inner?.t ?? Infinity).toBeLessThanOrEqual((outer?.t ?? 0) + uncertainty);
  });

  it('counts the processes of one server', async () => {
    const run = await listener();
    await connectTapped(run, 1);
    await connectTapped(run, 2);
    expect(run.taps.taps.map(({ instance }) => instance)).toEqual(['shape_probe#1', 'shape_probe#2']);
  });

  it('hears nobody but the wrappers that it started', async () => {
    const run = await listener();
    const speak = (bytes: Buffer): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(run.taps.address, () => socket.write(bytes));
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
        socket.resume();
      });
    const hello = Buffer.from(JSON.stringify({ name: 'other', pid: 1, version: 1 }));
    await speak(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await speak(Buffer.concat([recordHead('hello', 1n, hello.length), hello]));
    await speak(Buffer.concat([recordHead('toServer', 1n, 3), Buffer.from('{}\n')]));
    expect(run.taps.taps).toEqual([]);
    expect(run.of('mcp.message')).toEqual([]);
  });

  it('says that a wrapper went without a word, and ends its calls', async () => {
    const run = await listener();
    const socket = connect(run.taps.address);
    const send = (kind: 'hello' | 'toServer', text: string): void => {
      const payload = Buffer.from(text);
      socket.write(Buffer.concat([recordHead(kind, process.hrtime.bigint(), payload.length), payload]));
    };
    send('hello', JSON.stringify({ name: 'shape_probe', pid: 1, version: 1 }));
    send('toServer', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup"}}\n');
    await new Promise<void>((resolve) => {
      run.recorder.onEvent((event) => event.kind === 'call.started' && resolve());
    });
    socket.destroy();
    await closeTaps(run.taps);
    expect(run.of('call.finished')).toMatchObject([{ outcome: 'transportError', code: 'tap-lost' }]);
    expect(run.of('client.state').at(-1)).toMatchObject({ state: 'closed', code: 'tap-lost' });
  });
});
