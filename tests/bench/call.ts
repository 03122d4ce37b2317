import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ServerConfig, type RuntimeClient } from '../../shared/contract.ts';
import type { Result } from '../../shared/fault.ts';
import { createClient, portPair } from '../../shared/rpc.ts';
import { createRuntime, programFolders } from '../../electron/runtime/runtime.ts';
import { servePort } from '../../electron/runtime/serve-port.ts';
import { sideBySide, timed, type Figure } from './measure.ts';
import { everything, root } from './places.ts';

/** Calls in one round. */
const CALLS = 100;

const value = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
};

/** A warm call through the runtime and its contract, as a window makes it, beside the bare client. */
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
  const ours = createClient(near);
  const theirs = new Client({ name: 'bare', version: '1.0.0' }, { capabilities: {} });
  try {
    await connectOurs(ours);
    await theirs.connect(
      new StdioClientTransport({ command: process.execPath, args: [everything], stderr: 'ignore' }),
    );
    await theirs.listTools();
    const compared = await sideBySide(
      rounds,
      () =>
        timed(async () => {
          for (let call = 0; call < CALLS; call++) {
            value(
              await ours.request('tools.call', {
                server: 's',
                tool: 'echo',
                argumentsJson: '{"message":"hi"}',
              }),
            );
          }
        }),
      () =>
        timed(async () => {
          for (let call = 0; call < CALLS; call++) {
            await theirs.callTool({ name: 'echo', arguments: { message: 'hi' } });
          }
        }),
    );
    const each = (ms: number): string => (ms / CALLS).toFixed(2);
    return {
      name: 'warm call through the runtime',
      value: compared.ratio,
      unit: '×',
      limit: 1.3,
      detail: `${each(compared.ours)} ms beside ${each(compared.theirs)} ms of the bare client`,
    };
  } finally {
    await theirs.close();
    near.close();
    await runtime.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function connectOurs(client: RuntimeClient): Promise<void> {
  const config = ServerConfig.parse({
    name: 's',
    transport: { kind: 'stdio', command: process.execPath, args: [everything], env: {} },
  });
  const { commandLine = '' } = value(await client.request('servers.add', { config }));
  value(await client.request('servers.consent', { name: 's', commandLine }));
  value(await client.request('servers.connect', { name: 's' }));
}
