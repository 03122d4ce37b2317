import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from './run.ts';
import { testIo } from './testing.ts';

/** A server as small as it can be; its first argument says how it misbehaves. */
const script = `
const [mode, mark] = process.argv.slice(2);
const fs = require('node:fs');
if (mark) fs.writeFileSync(mark, String(process.pid));
if (mode === 'exit') { console.error('no licence'); process.exit(3); }
if (mode === 'stays') { process.stdin.on('end', () => setTimeout(() => process.exit(), 1500)); }
const tools = [
  { name: 'add', description: 'adds\\u001b[2J two\\u202e numbers', inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } },
  { name: 'fail', inputSchema: { type: 'object' } },
  { name: 'broken' },
];
const results = {
  add: { content: [{ type: 'text', text: 'three\\u001b[31m' }, { type: 'image', mimeType: 'image/png', data: 'AAAA' }], structuredContent: { sum: 'three' } },
  fail: { content: [{ type: 'text', text: 'no' }], isError: true },
};
const say = (id, body) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (mode === 'silent' || id === undefined) return;
  if (method === 'initialize') return say(id, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1.2.3' } } });
  if (method === 'tools/list') return say(id, { result: { tools } });
  if (method === 'tools/call' && results[params.name]) return say(id, { result: results[params.name] });
  say(id, { error: { code: -32601, message: 'no ' + method } });
});
`;

let home: string;
let server: string;
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'throughline-cli-'));
  server = path.join(home, 'server.cjs');
  writeFileSync(server, script);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const small = (mode = 'plain', ...more: string[]): string[] => [
  '--',
  process.execPath,
  server,
  mode,
  ...more,
];

const runWith = async (...argv: string[]) => {
  const env = { ...process.env, THROUGHLINE_HOME: path.join(home, 'state') };
  const test = testIo({ env });
  const code = await run(argv, test.io);
  return { code, out: test.out(), err: test.err() };
};

describe('list', () => {
  it('prints one JSON document with what the server listed, to the letter', async () => {
    const { code, out } = await runWith('list', '--json', ...small());
    const listed = JSON.parse(out);
    expect(code).toBe(0);
    expect(listed).toMatchObject({
      server: { name: 'small', version: '1.2.3' },
      era: 'legacy',
      protocolVersion: '2025-11-25',
    });
    expect(listed.tools.map((tool: { name: string }) => tool.name)).toEqual(['add', 'fail', 'broken']);
    expect(listed.tools[0].description).toBe('adds\u001b[2J two\u202e numbers');
    expect(listed.findings).toContainEqual(
      expect.objectContaining({ severity: 'error', code: 'tool-input-schema-missing', item: 'broken' }),
    );
  });

  it('keeps a terminal safe from what the server says', async () => {
    const { out } = await runWith('list', ...small());
    expect(out).toContain('adds two numbers');
    // oxlint-disable-next-line no-control-regex -- that is what is looked for
    expect(out).not.toMatch(/[\u001b\u202e]/);
    const json = await runWith('list', '--json', ...small());
    // oxlint-disable-next-line no-control-regex -- that is what is looked for
    expect(json.out).not.toMatch(/[\u001b\u202e]/);
  });

  it('shows what a host would show its model', async () => {
    const { code, out } = await runWith('list', '--as', 'codex', '--json', '--name', 'my-small', ...small());
    const { as } = JSON.parse(out);
    expect(code).toBe(0);
    expect(as).toMatchObject({ host: 'codex', modelClass: expect.any(String) });
    expect(as.tools[0]).toMatchObject({
      server: 'my-small',
      tool: 'add',
      namespace: 'mcp__my_small',
      name: 'add',
    });
    const people = await runWith('list', '--as', 'codex', '--model', 'exec', ...small());
    expect(people.out).toMatch(/add +\S+ +\S+ +CX-/);
  });

  it('names cause and next step of a server that cannot be used, in one line', async () => {
    for (const [argv, cause] of [
      [small('exit'), /no licence/],
      [['--', path.join(home, 'nowhere')], /nowhere/],
      [['--url', `http://127.0.0.1:${await closedPort()}/mcp`], /127\.0\.0\.1/],
    ] as const) {
      const { code, out, err } = await runWith('list', '--json', ...argv);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(cause);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
  });
});

describe('call', () => {
  it('prints the result and where it breaks its outputSchema', async () => {
    const { code, out } = await runWith('call', 'add', '--args', '{"a":1}', '--json', ...small());
    const called = JSON.parse(out);
    expect(code).toBe(0);
    expect(called).toMatchObject({ server: 'server', tool: 'add', outcome: 'ok' });
    expect(called.result.structuredContent).toEqual({ sum: 'three' });
    expect(called.violations).toEqual([expect.objectContaining({ pointer: '/sum' })]);
  });

  it('prints blocks for people', async () => {
    const { out, err } = await runWith('call', 'add', ...small());
    expect(out).toMatch(/^three\n\[image image\/png 3 bytes\]\n/);
    expect(out).toMatch(/breaks the outputSchema at \/sum/);
    expect(err).toMatch(/^ok in \d+ ms/);
  });

  it.each([
    ['a tool error', 'fail', 'toolError'],
    ['a tool that is not there', 'nope', 'protocolError'],
  ])('fails for %s and still prints one document', async (_what, tool, outcome) => {
    const { code, out } = await runWith('call', tool, '--json', ...small());
    expect({ code, outcome: JSON.parse(out).outcome }).toEqual({ code: 1, outcome });
  });
});

describe('consent', () => {
  const configFile = (mark: string): string => {
    const file = path.join(home, `${path.basename(mark)}.json`);
    const entry = { command: process.execPath, args: [server, 'plain', mark] };
    writeFileSync(file, JSON.stringify({ mcpServers: { one: entry, two: entry } }));
    return file;
  };

  it('is needed for what a file says: the exact line is shown and nothing runs', async () => {
    const mark = path.join(home, 'mark-1');
    const { code, out, err } = await runWith('list', '--config', configFile(mark), '--name', 'two');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`two: ${process.execPath} ${server} plain ${mark}`);
    expect(err).toContain('--yes');
    expect(existsSync(mark)).toBe(false);
  });

  it('can be given in advance, and the line is still shown', async () => {
    const mark = path.join(home, 'mark-2');
    const { code, err } = await runWith('list', '--config', configFile(mark), '--name', 'two', '--yes');
    expect(code).toBe(0);
    expect(err).toContain(`${server} plain ${mark}`);
    expect(existsSync(mark)).toBe(true);
  });

  it('asks which one of several is meant', async () => {
    const { code, err } = await runWith('list', '--yes', '--config', configFile(path.join(home, 'mark-3')));
    expect(code).toBe(2);
    expect(err).toContain('--name: one, two');
  });

  it('is needed for registered servers too', async () => {
    const added = await runWith('servers', 'add', 'mine', '--json', ...small());
    expect(JSON.parse(added.out)).toEqual([expect.objectContaining({ name: 'mine' })]);
    expect((await runWith('list', 'mine')).code).toBe(2);
    expect((await runWith('list', 'mine', '--yes', '--json')).code).toBe(0);
    expect((await runWith('list', 'yours', '--yes')).err).toContain('There are: mine');
    const rows = JSON.parse((await runWith('servers', 'list', '--json')).out);
    expect(rows.map((row: { name: string }) => row.name)).toEqual(['mine']);
    expect((await runWith('servers', 'remove', 'mine')).code).toBe(0);
    expect((await runWith('servers', 'remove', 'mine')).code).toBe(1);
  });

  it('never writes a secret into the registry', async () => {
    const add = ['servers', 'add', 'web', '--url', 'https://a.test/mcp', '--header'];
    const refused = await runWith(...add, 'Authorization: Bearer s3cret');
    expect(refused.code).toBe(2);
    expect(refused.err).not.toContain('s3cret');
    expect((await runWith(...add, 'Authorization: ${TOKEN}')).code).toBe(0);
    const stored = readFileSync(path.join(home, 'state', 'servers.json'), 'utf8');
    expect(stored).toContain('TOKEN');
    expect(stored).not.toContain('s3cret');
  });
});

describe('as a process', () => {
  const start = (...argv: string[]) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...argv], {
      env: { ...process.env, THROUGHLINE_HOME: path.join(home, 'state') },
    });
    const seen = { out: '', err: '', outAt: 0 };
    child.stdout.on('data', (part: Buffer) => {
      seen.outAt ||= performance.now();
      seen.out += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => void (seen.err += part.toString()));
    const exited = once(child, 'exit').then(([code]: unknown[]) => code);
    return { child, seen, exited };
  };

  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it('prints the result while the server is still being ended', async () => {
    const mark = path.join(home, 'mark-stays');
    const { seen, exited } = start('list', '--json', ...small('stays', mark));
    await vi.waitFor(() => expect(seen.out.trimEnd()).toMatch(/\}$/), { timeout: 15_000 });
    const pid = Number(readFileSync(mark, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    expect(await exited).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(JSON.parse(seen.out).tools).toHaveLength(3);
  });

  it('ends with 130 at Ctrl-C and leaves no server behind', async () => {
    const mark = path.join(home, 'mark-silent');
    const { child, seen, exited } = start('list', '--json', ...small('silent', mark));
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 15_000 });
    child.kill('SIGINT');
    expect(await exited).toBe(130);
    expect(seen.out).toBe('');
    expect(isAlive(Number(readFileSync(mark, 'utf8')))).toBe(false);
  });

  it('does not fail when nobody reads its output', async () => {
    const { child, seen, exited } = start('list', '--json', ...small());
    child.stdout.destroy();
    expect(await exited).toBe(0);
    expect(seen.err).toBe('');
  });
});

/** A port that was free a moment ago: nobody listens there. */
async function closedPort(): Promise<number> {
  const listener = createServer();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return typeof address === 'object' && address !== null ? address.port : 1;
}
