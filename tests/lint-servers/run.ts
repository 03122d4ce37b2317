// Ten servers from the registry, judged for every host. Compares what is found with results.json, where every kind of alarm has
// a reason in reasons.ts that a server's author would accept. Usage: node tests/lint-servers/run.ts [--update] [NAME]…; format after --update
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { ServerConfig } from '../../shared/contract.ts';
import { faultLine, type Result } from '../../shared/fault.ts';
import { createLinter, everyHost, wireTool, type LintServer } from '../../shared/lint/index.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import { realServers, type RealServer } from '../real-servers/table.ts';
import { inParallel, installForSuite } from '../support/install.ts';
import { record } from '../support/recording.ts';
import { CHOSEN } from './chosen.ts';
import { Results, summary } from './results.ts';

const { values, positionals } = parseArgs({
  options: { update: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const file = path.join(import.meta.dirname, 'results.json');
const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.fault.code}: ${faultLine(result.fault)}`);
  return result.value;
};

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'throughline-lint-servers-')));

async function listed(name: string, server: RealServer): Promise<LintServer> {
  const home = path.join(scratch, name);
  mkdirSync(home);
  const installed = await installForSuite(`${server.package.replaceAll('/', '+')}@${server.version}`, [
    `${server.package}@${server.version}`,
  ]);
  const folder = path.join(installed, 'node_modules', server.package);
  const { bin } = Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
  const program = path.join(folder, typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
  const fill = (text: string): string => text.replaceAll('{folder}', home);
  const env = Object.entries(server.env ?? {}).map(
    ([key, value]) => [key, { kind: 'text', value: fill(value) }] as const,
  );
  const { recorder } = record();
  const connection = must(
    await connectServer({
      config: ServerConfig.parse({
        name,
        startupTimeoutMs: 60_000,
        transport: {
          kind: 'stdio',
          command: process.execPath,
          args: [program, ...(server.args ?? []).map(fill)],
          cwd: home,
          env: Object.fromEntries(env),
        },
      }),
      recorder,
      instance: recorder.gate.instance(recorder.gate.server(name), 1),
      version: '0.0.0',
      // Nothing of this machine's settings reaches a server.
      environment: {
        PATH: [path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter),
        HOME: home,
        TMPDIR: home,
      },
    }),
  );
  try {
    const { tools } = must(await connection.listTools());
    const { instructions, serverInfo } = connection;
    return {
      server: name,
      tools: tools.flatMap(({ wire, page }) => wireTool(name, wire, page) ?? []),
      settings: { instructions, label: serverInfo.title ?? serverInfo.name },
    };
  } finally {
    await connection.close();
  }
}

const wanted = CHOSEN.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const found: Results = {};
try {
  const all = await inParallel(wanted, 2, async ({ name, package: id }) => {
    const server = realServers.find((one) => one.package === id && one.http === undefined);
    if (server === undefined) throw new Error(`There is no set-up of ${id}.`);
    return { server, lint: await listed(name, server) };
  });
  const linter = createLinter(everyHost());
  for (const { server, lint } of all) {
    found[lint.server] = {
      package: `${server.package}@${server.version}`,
      tools: lint.tools.length,
      alarms: summary(linter.lint([lint]).alarms),
    };
    console.log(
      `${lint.server}: ${lint.tools.length} tools, ${found[lint.server]?.alarms.length} kinds of alarms`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const kept = Results.parse(JSON.parse(readFileSync(file, 'utf8')));
if (values.update) writeFileSync(file, `${JSON.stringify({ ...kept, ...found }, undefined, 2)}\n`);
else {
  const differ = Object.keys(found).filter(
    (name) => JSON.stringify(found[name]) !== JSON.stringify(kept[name]),
  );
  for (const name of differ) {
    console.error(`${name}: other than in results.json`);
    const lines = (result: Results[string] | undefined): string[] =>
      (result?.alarms ?? []).map((one) => JSON.stringify(one));
    const [before, after] = [lines(kept[name]), lines(found[name])];
    for (const line of before) if (!after.includes(line)) console.error(`  - ${line}`);
    for (const line of after) if (!before.includes(line)) console.error(`  + ${line}`);
  }
  process.exitCode = differ.length === 0 ? 0 : 1;
}
