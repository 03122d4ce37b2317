import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { run } from './run.ts';
import { testIo } from './testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'throughline-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lint = async (argv: readonly string[], stdin?: string) => {
  const { io, out, err } = testIo({
    ...(stdin === undefined ? {} : { stdin }),
    env: { THROUGHLINE_HOME: path.join(folder, 'state'), PATH: process.env['PATH'] ?? '' },
  });
  return { code: await run(['lint', ...argv], io), out: out(), err: err() };
};
const fine = {
  name: 'lookup',
  description: 'Looks something up.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
};
const list = (...tools: readonly object[]): string => JSON.stringify({ tools });

const Report = z.object({
  server: z.string(),
  tools: z.number(),
  hosts: z.array(z.object({ host: z.string(), version: z.string() })),
  alarms: z.array(z.object({ code: z.string(), severity: z.string(), hosts: z.array(z.unknown()) })),
});

describe('throughline lint', () => {
  it('judges a server and ends well when nothing is wrong enough', async () => {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve('@modelcontextprotocol/server-memory/package.json');
    const server = path.join(path.dirname(manifest), 'dist/index.js');
    const done = await lint(['--json', '--name', 'memory', '--', process.execPath, server]);
    expect(done).toMatchObject({ code: 0, err: '' });
    const report = Report.parse(JSON.parse(done.out));
    expect(report).toMatchObject({ server: 'memory', tools: 9 });
    expect(report.hosts.map(({ host }) => host)).toContain('codex');
    expect(report.alarms.every(({ hosts }) => hosts.length > 0)).toBe(true);
  });

  it('judges a kept list from stdin or a file, for the hosts named', async () => {
    const broken = list(fine, { ...fine, name: 'broken', inputSchema: { type: 'null' } });
    const file = path.join(folder, 'tools.json');
    writeFileSync(file, broken);
    const [fromStdin, fromFile] = [
      await lint(['--file', '-', '--hosts', 'claude,codex@0.154.0'], broken),
      await lint(['--file', file, '--hosts', 'claude,codex@0.154.0']),
    ];
    expect(fromStdin.code).toBe(1);
    expect(fromStdin.out).toMatch(/^server: 2 tools, 2 hosts, \d+ alarms\n\nerror /);
    expect(fromStdin.out).toContain('\nerror schema-refused  broken\n');
    expect(fromFile.out).toBe(fromStdin.out);
    const sarif = await lint(['--file', file, '--format', 'sarif']);
    expect(JSON.parse(sarif.out).runs[0].results[0].locations[0].physicalLocation).toBeDefined();
    expect((await lint(['--file', file, '--format', 'junit'])).out).toMatch(/^<\?xml .*\n<testsuites /);
  });

  it('goes by --fail-on', async () => {
    const unannotated = list({ ...fine, annotations: {} });
    expect((await lint(['--file', '-'], unannotated)).code).toBe(0);
    expect((await lint(['--file', '-', '--fail-on', 'warning'], unannotated)).code).toBe(1);
    expect((await lint(['--file', '-', '--fail-on', 'warning'], list(fine))).code).toBe(0);
    expect((await lint(['--file', '-', '--fail-on', 'info'], list(fine))).code).toBe(1);
  });

  it.each([
    [['--file', '-', '--hosts', 'nobody'], list(fine), '--hosts: there is no host profile "nobody".'],
    [['--file', '-'], '{"tools":1}', 'stdin: not a list of tools.'],
    [['--file', '-', '--url', 'http://127.0.0.1:1'], list(fine), 'Either --file or a server'],
    [[], '', 'No server is named.'],
    [['--file', '-', '--format', 'yaml'], list(fine), '--format'],
  ])('refuses %j with exit code 2', async (argv, stdin, says) => {
    const done = await lint(argv, stdin);
    expect(done).toMatchObject({ code: 2, out: '' });
    expect(done.err).toContain(says);
  });
});
