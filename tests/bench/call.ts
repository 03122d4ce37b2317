import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startCorrelator } from '../../electron/runtime/correlate/index.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import { createRuntime, programFolders } from '../../electron/runtime/runtime.ts';
import { servePort } from '../../electron/runtime/serve-port.ts';
import { ServerConfig, type RuntimeClient } from '../../shared/contract.ts';
import type { Result } from '../../shared/fault.ts';
import { createClient, portPair } from '../../shared/rpc.ts';
import { sideBySide, timed, type Figure } from './measure.ts';
import { everything, root } from './places.ts';

const value = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
};

/** What is called, how often in one round, and what it may cost beside the bare client. */
interface Case {
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly calls: number;
  readonly limit: number;
}

const sized = path.join(import.meta.dirname, 'sized-server.mjs');
const cases: readonly Case[] = [
  {
    name: 'warm call, 200 bytes',
    server: sized,
    tool: 'sized',
    args: { bytes: 200 },
    calls: 200,
    limit: 1.2,
  },
  {
    name: 'warm call, 1 MB',
    server: sized,
    tool: 'sized',
    args: { bytes: 1_000_000 },
    calls: 10,
    limit: 1.2,
  },
  {
    name: 'warm call, server-everything',
    server: everything,
    tool: 'echo',
    args: { message: 'hi' },
    calls: 200,
    limit: 1.3,
  },
];

/** A warm call through the runtime beside the same call of the bare client, for small and large results. */
export async function benchCall(rounds: number): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const each of cases) figures.push(await benchOne(each, rounds));
  return figures;
}

/**
 * Through the runtime as a person makes a call: tapped and recorded to disk, with the correlator at work. What a window
 * adds, the contract and its port, stands in the detail.
 */
async function benchOne({ name, server, tool, args, calls, limit }: Case, rounds: number): Promise<Figure> {
  const config = ServerConfig.parse({
    name: 's',
    transport: { kind: 'stdio', command: process.execPath, args: [server], env: {} },
  });
  const home = mkdtempSync(path.join(tmpdir(), 'throughline-bench-'));
  const runtime = await createRuntime({
    home,
    version: '0.0.0',
    ...programFolders(root),
    platform: { shell: 'cli' },
  });
  const [near, far] = portPair();
  servePort(runtime, far);
  const window = createClient(near);
  const theirs = new Client({ name: 'bare', version: '1.0.0' }, { capabilities: {} });
  const recorder = await runtime.library.record({ name: 'Benchmark', origin: 'session', simulated: false });
  startCorrelator(recorder);
  const instance = recorder.gate.instance(recorder.gate.server(config.name), 1);
  const connection = value(await connectServer({ config, recorder, instance, version: '0.0.0' }));
  try {
    value(await connection.listTools());
    await connectWindow(window, config);
    await theirs.connect(
      new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'ignore' }),
    );
    await theirs.listTools();

    const many = (call: () => Promise<unknown>) => async (): Promise<number> =>
      timed(async () => {
        for (let number = 0; number < calls; number++) await call();
      });
    const ours = many(async () =>
      connection.callTool({ call: recorder.gate.local('call'), tool, origin: 'user', args }),
    );
    const bare = many(async () => theirs.callTool({ name: tool, arguments: args }));
    const windows = many(async () =>
      value(await window.request('tools.call', { server: 's', tool, argumentsJson: JSON.stringify(args) })),
    );
    // Rounds are short, and a busy moment weighs much on one: three times as many.
    const compared = await sideBySide(rounds * 3, ours, bare);
    const throughPort = await sideBySide(rounds, windows, bare);
    const each = (ms: number): string => (ms / calls).toFixed(2);
    return {
      name,
      value: compared.ratio,
      unit: '×',
      limit,
      detail: `${each(compared.ours)} ms beside ${each(compared.theirs)} ms of the bare client; from a window ${throughPort.ratio.toFixed(2)}×`,
    };
  } finally {
    await connection.close();
    await theirs.close();
    near.close();
    await runtime.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function connectWindow(client: RuntimeClient, config: ServerConfig): Promise<void> {
  const { commandLine = '' } = value(await client.request('servers.add', { config }));
  value(await client.request('servers.consent', { name: 's', commandLine }));
  value(await client.request('servers.connect', { name: 's' }));
}
