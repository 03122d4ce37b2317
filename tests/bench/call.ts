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

/** Calls in one round. */
const CALLS = 200;

const value = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
};

const config = ServerConfig.parse({
  name: 's',
  transport: { kind: 'stdio', command: process.execPath, args: [everything], env: {} },
});

/**
 * A warm call through the runtime, as a person makes it: tapped and recorded to disk, with the correlator at work. Beside
 * it the bare client. What a window adds, the contract and its port, stands in the detail.
 */
export async function benchCall(rounds: number): Promise<Figure> {
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
    await connectWindow(window);
    await theirs.connect(
      new StdioClientTransport({ command: process.execPath, args: [everything], stderr: 'ignore' }),
    );
    await theirs.listTools();

    const ours = many(async () =>
      connection.callTool({
        call: recorder.gate.local('call'),
        tool: 'echo',
        origin: 'user',
        args: { message: 'hi' },
      }),
    );
    const bare = many(async () => theirs.callTool({ name: 'echo', arguments: { message: 'hi' } }));
    const windows = many(async () =>
      value(
        await window.request('tools.call', {
          server: 's',
          tool: 'echo',
          argumentsJson: '{"message":"hi"}',
        }),
      ),
    );
    const compared = await sideBySide(rounds, ours, bare);
    const throughPort = await sideBySide(rounds, windows, bare);
    const each = (ms: number): string => (ms / CALLS).toFixed(2);
    return {
      name: 'warm call through the runtime',
      value: compared.ratio,
      unit: '×',
      limit: 1.3,
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

const many = (call: () => Promise<unknown>) => async (): Promise<number> =>
  timed(async () => {
    for (let number = 0; number < CALLS; number++) await call();
  });

async function connectWindow(client: RuntimeClient): Promise<void> {
  const { commandLine = '' } = value(await client.request('servers.add', { config }));
  value(await client.request('servers.consent', { name: 's', commandLine }));
  value(await client.request('servers.connect', { name: 's' }));
}
