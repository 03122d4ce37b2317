// Servers from the registry, as other people wrote them: each connects, lists and, where it can, is called. Two at a time.
// Usage: node tests/real-servers/run.ts [PACKAGE]… [--report FILE]
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { ServerConfig } from '../../shared/contract.ts';
import { faultLine, type Result } from '../../shared/fault.ts';
import type { Answerer } from '../../electron/runtime/mcp/answerer.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import type { Connection } from '../../electron/runtime/mcp/types.ts';
import { inParallel, installForSuite } from '../support/install.ts';
import { record } from '../support/recording.ts';
import { realServers, type RealServer } from './table.ts';

const { values, positionals } = parseArgs({
  options: { report: { type: 'string' } },
  allowPositionals: true,
});

const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

const programOf = (folder: string, name: string): string => {
  const home = path.join(folder, 'node_modules', name);
  const { bin } = Manifest.parse(JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')));
  return path.join(home, typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const nobody: Answerer = {
  roots: () => [],
  elicit: () => Promise.resolve({ action: 'decline', by: 'scenario' }),
  sample: () => Promise.resolve({ action: 'decline', by: 'scenario' }),
};

interface Row {
  readonly name: string;
  readonly problems: readonly string[];
  readonly said: string;
}

const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.fault.code}: ${faultLine(result.fault)}`);
  return result.value;
};

const examine = async (
  server: RealServer,
  connection: Connection,
  fill: (text: string) => string,
  nextCall: () => Parameters<Connection['callTool']>[0]['call'],
): Promise<{ problems: string[]; said: string }> => {
  const problems: string[] = [];
  const expect = (what: string, seen: unknown, wanted: unknown): void => {
    if (seen !== wanted) problems.push(`${what} is ${String(seen)}, not ${String(wanted)}`);
  };
  expect('era', connection.era, server.era);
  expect('transport', connection.transport, server.transport ?? 'stdio');
  const listed = await connection.listTools();
  const count = listed.ok ? listed.value.tools.length : 0;
  if (server.tools === 'fails') expect('the list', listed.ok, false);
  else if (!listed.ok) problems.push(`the list failed: ${faultLine(listed.fault)}`);
  else if (count < server.tools) problems.push(`only ${count} tools`);
  const counts: string[] = [`${count} tools`];
  for (const kind of ['resources', 'templates', 'prompts'] as const) {
    const items = await connection.listItems(kind);
    counts.push(items.ok ? `${items.value.items.length} ${kind}` : `no ${kind} (${items.fault.code})`);
  }
  const { call, resource, prompt } = server;
  if (call !== undefined) {
    const args: Record<string, unknown> = JSON.parse(fill(JSON.stringify(call.args)));
    const done = await connection.callTool({
      call: nextCall(),
      tool: call.tool,
      args,
      origin: 'user',
      timeoutMs: 30_000,
    });
    if (done.outcome !== (call.outcome ?? 'ok'))
      problems.push(`${call.tool}: ${done.outcome} ${done.raw ?? done.fault?.cause ?? ''}`.slice(0, 300));
    if (done.violations.length > 0) problems.push(`${call.tool}: breaks its outputSchema`);
    counts.push(`${call.tool} ${done.outcome}`);
  }
  if (resource !== undefined) expect('read', (await connection.readResource(resource)).outcome, 'ok');
  if (prompt !== undefined) expect('prompt', (await connection.getPrompt(prompt)).outcome, 'ok');
  return {
    problems,
    said: `${connection.protocolVersion} ${connection.verdict.reason}, ${counts.join(', ')}`,
  };
};

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'throughline-servers-')));
let runs = 0;

const visit = async (server: RealServer): Promise<Row> => {
  const name = `${server.package}${server.http === undefined ? '' : ` (${server.transport ?? 'http'})`}`;
  const home = path.join(scratch, String((runs += 1)));
  const folder = path.join(home, 'files');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(server.files ?? {})) writeFileSync(path.join(folder, file), text);
  const { recorder } = record();
  let child: ChildProcess | undefined;
  let connection: Connection | undefined;
  try {
    const installed = await installForSuite(`${server.package.replaceAll('/', '+')}@${server.version}`, [
      `${server.package}@${server.version}`,
    ]);
    const program = programOf(installed, server.package);
    const port = server.http === undefined ? 0 : await freePort();
    const fill = (text: string): string =>
      text.replaceAll('{folder}', folder).replaceAll('{port}', String(port));
    const args = [program, ...(server.args ?? []).map(fill)];
    const env = Object.fromEntries(
      Object.entries(server.env ?? {}).map(([key, value]) => [key, fill(value)]),
    );
    // Nothing of this machine's settings reaches a server.
    const environment = {
      PATH: [path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter),
      HOME: home,
      TMPDIR: home,
    };
    const { http } = server;
    if (http !== undefined)
      child = spawn(process.execPath, args, { env: { ...environment, ...env }, cwd: home, stdio: 'ignore' });
    const config = ServerConfig.parse({
      name: 'real',
      startupTimeoutMs: 60_000,
      transport:
        http === undefined
          ? {
              kind: 'stdio',
              command: process.execPath,
              args,
              cwd: home,
              env: Object.fromEntries(
                Object.entries(env).map(([key, value]) => [key, { kind: 'text', value }]),
              ),
            }
          : { kind: 'http', url: `http://${http.host ?? '127.0.0.1'}:${port}${http.path}`, headers: {} },
    });
    const connect = () =>
      connectServer({
        config,
        recorder,
        instance: recorder.gate.instance(recorder.gate.server('real'), 1),
        version: '0.0.0',
        environment,
        answerer: nobody,
      });
    let connected = await connect();
    for (
      let tries = 0;
      tries < 100 && !connected.ok && connected.fault.code === 'connection-refused';
      tries += 1
    ) {
      await wait(200);
      connected = await connect();
    }
    connection = must(connected);
    const seen = await examine(server, connection, fill, () => recorder.gate.local('call'));
    return { name, ...seen };
  } catch (error) {
    return { name, problems: [error instanceof Error ? error.message : String(error)], said: '' };
  } finally {
    await connection?.close();
    child?.kill('SIGKILL');
  }
};

const chosen = realServers.filter((one) => positionals.length === 0 || positionals.includes(one.package));
const rows = await inParallel(chosen, 2, visit);
rmSync(scratch, { recursive: true, force: true });
for (const { name, problems, said } of rows) {
  console.log(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(50)} ${said}`);
  for (const problem of problems) console.log(`        ${problem}`);
}
const failed = rows.filter(({ problems }) => problems.length > 0).length;
const passed = rows.length - failed;
console.log(`\n${passed} passed, ${failed} failed`);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed }));
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
