import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CaptureHeader } from '../../shared/capture.ts';
import { run } from './run.ts';
import { testIo } from './testing.ts';

let home: string;
let state: string;
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'throughline-cli-'));
  state = path.join(home, 'state');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const prepare = (argv: readonly string[], stdin?: string) => {
  const env = { PATH: process.env['PATH'] ?? '', THROUGHLINE_HOME: state };
  const test = testIo(stdin === undefined ? { env } : { env, stdin });
  return { ...test, done: run(argv, test.io) };
};

const runWith = async (argv: readonly string[], stdin?: string) => {
  const { done, out, err } = prepare(argv, stdin);
  return { code: await done, out: out(), err: err() };
};

const file = (name: string): string => path.join(home, name);
const written = (name: string, content: string | Uint8Array): string => {
  writeFileSync(file(name), content);
  return file(name);
};

describe('probe', () => {
  it('plays a run, prints what it came to, and writes its capture', async () => {
    const { code, out } = await runWith([
      'probe',
      '--scenario',
      'lookup',
      '--json',
      '--out',
      file('run.ndjson'),
    ]);
    const summary = JSON.parse(out);
    expect(code).toBe(0);
    expect(summary).toMatchObject({
      client: 'builtin-codex',
      scenario: 'lookup',
      exit: 0,
      turnCompleted: true,
      finalEquals: true,
      attributed: 1,
      abstained: 0,
      out: file('run.ndjson'),
    });
    expect(summary.calls).toEqual([
      expect.objectContaining({
        tool: 'lookup',
        state: 'ok',
        verdict: expect.objectContaining({ tier: 'meta' }),
      }),
    ]);
    const [header = ''] = readFileSync(file('run.ndjson'), 'utf8').split('\n');
    expect(CaptureHeader.parse(JSON.parse(header)).schema).toBe(1);
  });

  it('plays the other host, for people', async () => {
    const { code, out } = await runWith(['probe', '--as', 'claude', '--scenario', 'lookup']);
    expect(code).toBe(0);
    expect(out).toMatch(/^builtin-claude \S+ played lookup: as expected\n/);
    expect(out).toMatch(/calls +1: 1 attributed, 0 abstained/);
  });

  it('takes a server of the user’s for this run only', async () => {
    const server = path.join(import.meta.dirname, '../../dist/probe-servers/shape-probe-modern.js');
    const own = ['--name', 'mine', '--', process.execPath, server];
    const { code, out } = await runWith(['probe', '--scenario', 'lookup', '--json', ...own]);
    const summary = JSON.parse(out);
    expect({ code, capture: summary.capture }).toEqual({ code: 0, capture: null });
    expect(summary.calls[0]).toMatchObject({ server: 'mine' });
    expect(JSON.parse((await runWith(['servers', 'list', '--json'])).out)).toEqual([]);
  });

  it.each([
    [['--scenario', 'nope'], /--scenario: .*"nope".*lookup/],
    [['--client', 'cursor'], /--client: "cursor"/],
    [['--approve', 'ask'], /needs a terminal/],
    [['--as', 'codex', '--model', 'flat'], /--model/],
  ])('refuses %j', async (argv, message) => {
    const { code, out, err } = await runWith(['probe', ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('ends with 130 when it is interrupted, and its capture says so', async () => {
    const before = readdirSync(path.join(state, 'captures')).length;
    const { abort, done } = prepare(['probe', '--scenario', 'tour', '--json']);
    await vi.waitFor(() => expect(readdirSync(path.join(state, 'captures')).length).toBeGreaterThan(before));
    abort();
    expect(await done).toBe(130);
    const newest = JSON.parse((await runWith(['captures', 'list', '--json'])).out)[0];
    const text = readFileSync(path.join(state, 'captures', `${newest.capture}.ndjson`), 'utf8');
    expect(text).toMatch(/"kind":"capture\.ended".*"reason":"stopped"/);
  });
});

describe('correlate', () => {
  const observations = {
    threads: [{ id: 'p' }, { id: 'c', parent: 'p' }],
    windows: [
      { id: 'wp', thread: 'p', openedAt: 19_637, closedAt: 26_915 },
      { id: 'wc', thread: 'c', openedAt: 21_818, closedAt: 28_939 },
    ],
    calls: [
      { id: 'a', startedAt: 19_880, finishedAt: 26_883 },
      { id: 'b', startedAt: 21_849, finishedAt: 28_851 },
    ],
    items: [],
  };

  it('judges a capture without the evidence that is withheld, and compares nothing then', async () => {
    const capture = file('withheld.ndjson');
    await runWith(['probe', '--as', 'claude', '--scenario', 'lookup', '--out', capture]);
    const tiers = async (...words: string[]): Promise<unknown> => {
      const { code, out } = await runWith(['correlate', capture, '--json', ...words]);
      const judged = JSON.parse(out);
      return [code, judged.verdicts.map(({ tier }: { tier: string }) => tier), judged.differences];
    };
    expect(await tiers()).toEqual([0, ['meta'], []]);
    expect(await tiers('--withhold', 'meta')).toEqual([0, ['structured'], undefined]);
    expect(await tiers('--withhold', 'meta', 'structured', 'lifecycle')).toEqual([0, ['window'], undefined]);
  });

  it('gives each overlapping call its own thread', async () => {
    const { code, out } = await runWith(['correlate', '--json'], JSON.stringify(observations));
    expect(code).toBe(0);
    expect(JSON.parse(out).verdicts).toEqual([
      expect.objectContaining({
        call: 'a',
        verdict: 'attributed',
        tier: 'window',
        thread: 'p',
        window: 'wp',
      }),
      expect.objectContaining({
        call: 'b',
        verdict: 'attributed',
        tier: 'window',
        thread: 'c',
        window: 'wc',
      }),
    ]);
  });

  it('abstains when it may not wait that long for a boundary', async () => {
    const { out } = await runWith(['correlate', '--wait', '50', '--json'], JSON.stringify(observations));
    expect(JSON.parse(out).verdicts[1]).toMatchObject({ call: 'b', verdict: 'abstained' });
  });

  it('computes the verdicts of a capture again, gzipped or not', async () => {
    const bytes = readFileSync(file('run.ndjson'));
    for (const name of [file('run.ndjson'), written('run.ndjson.gz', gzipSync(bytes))]) {
      const { code, out } = await runWith(['correlate', '--json', name]);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        verdicts: [{ call: 'call:1', verdict: 'attributed', tier: 'meta' }],
        differences: [],
      });
    }
  });

  it('reports a recorded verdict that does not follow from what was observed', async () => {
    const text = readFileSync(file('run.ndjson'), 'utf8');
    const forged = written(
      'forged.ndjson',
      text.replace(/("kind":"call\.attributed".*?"tier":)"meta"/, '$1"window"'),
    );
    const { code, out } = await runWith(['correlate', forged]);
    expect(code).toBe(1);
    expect(out).toMatch(/call:1 differs: recorded attributed window .*; computed attributed meta/);
  });

  it('names line and column of a capture that was cut', async () => {
    const text = readFileSync(file('run.ndjson'), 'utf8');
    const at = text.indexOf('\n', text.length / 2) + 30;
    const cut = written('cut.ndjson', text.slice(0, at));
    const lines = text.slice(0, at).split('\n');
    const { code, out, err } = await runWith(['correlate', '--json', cut]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`ine ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`);
    const head = await runWith(['correlate', written('head.ndjson', text.slice(0, 20))]);
    expect({ code: head.code, err: head.err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('ine 1, column 21'),
    });
  });

  it.each([
    ['{"threads":[]}', /windows/],
    ['{"threads":[],"windows":[}', /line 1, column 26/],
  ])('refuses %s', async (text, message) => {
    const { code, err } = await runWith(['correlate'], text);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('captures', () => {
  it('come in from a file and go out as the same', async () => {
    const added = JSON.parse((await runWith(['captures', 'import', '--json', file('run.ndjson')])).out);
    const rows = JSON.parse((await runWith(['captures', 'list', '--json'])).out);
    expect(rows.map((row: { capture: string }) => row.capture)).toContain(added.capture);
    const { code, out } = await runWith(['export', added.capture, '--format', 'json']);
    const events = (text: string): string[] => text.trimEnd().split('\n').slice(1);
    expect(code).toBe(0);
    expect(events(out)).toEqual(events(readFileSync(file('run.ndjson'), 'utf8')));
    expect((await runWith(['captures', 'remove', added.capture])).code).toBe(0);
    expect((await runWith(['captures', 'remove', added.capture])).code).toBe(1);
  });

  it('are checked when they are exported from a file', async () => {
    const { code } = await runWith([
      'export',
      file('run.ndjson'),
      '--format',
      'json',
      '--out',
      file('copy.ndjson'),
    ]);
    expect(code).toBe(0);
    expect(readFileSync(file('copy.ndjson'), 'utf8')).toBe(readFileSync(file('run.ndjson'), 'utf8'));
    const broken = await runWith([
      'export',
      file('cut.ndjson'),
      '--format',
      'json',
      '--out',
      file('no.ndjson'),
    ]);
    expect({ code: broken.code, made: existsSync(file('no.ndjson')) }).toEqual({ code: 2, made: false });
  });

  it('keep what is readable when asked to', async () => {
    expect((await runWith(['captures', 'import', file('cut.ndjson')])).code).toBe(2);
    const { code, out } = await runWith(['captures', 'import', '--salvage', file('cut.ndjson')]);
    expect(code).toBe(0);
    expect(out).toMatch(/\d+ events/);
  });

  it('that nobody knows are named', async () => {
    const { code, err } = await runWith(['export', 'nope', '--format', 'json']);
    expect(code).toBe(1);
    expect(err).toContain('"nope"');
  });
});

describe('servers of our own', () => {
  const blocked = async () => {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    return { listener, port: typeof address === 'object' && address !== null ? address.port : 0 };
  };

  it('answer until they are interrupted, which ends them well', async () => {
    const { out, abort, done } = prepare(['provider', '--json']);
    await vi.waitFor(() => expect(out()).toContain('\n'), { timeout: 10_000 });
    const { url, key } = JSON.parse(out().split('\n')[0] ?? '');
    // A request that declares no tools is taken for one about the conversation, and answered with OK.
    const tools = [{ type: 'function', name: 'other', parameters: { type: 'object' } }];
    const body = JSON.stringify({
      model: 'm',
      stream: true,
      tools,
      input: [{ role: 'user', content: 'hello' }],
    });
    const reply = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    expect(await reply.text()).toContain('Hello from the fake provider.');
    await vi.waitFor(() => expect(out()).toContain('"kind":"exchange.closed"'));
    abort();
    expect(await done).toBe(0);
    const [, ...events] = out().trimEnd().split('\n');
    expect(events.map((line) => JSON.parse(line).kind)).toContain('response.item');
    expect(events.join('')).not.toMatch(/hello|Hello/);
    expect(events.join('')).not.toContain(key);
  });

  it('serve the window at an address with its key', async () => {
    const { out, abort, done } = prepare(['serve', '--no-open', '--json']);
    await vi.waitFor(() => expect(out().trimEnd()).toMatch(/\}$/), { timeout: 10_000 });
    const { url, port } = JSON.parse(out());
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=[\\w-]{32}$`));
    expect((await fetch(url, { headers: { origin: 'http://evil.test' } })).status).toBe(403);
    abort();
    expect(await done).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it.each(['provider', 'serve'])('say what to do when the port is taken: %s', async (command) => {
    const { listener, port } = await blocked();
    const more = command === 'serve' ? ['--no-open'] : [];
    const { code, out, err } = await runWith([command, ...more, '--port', String(port)]);
    listener.close();
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(new RegExp(`${port}.*in use`));
    expect(err).toMatch(/another/);
  });

  it('name the place of what is wrong in a scenario', async () => {
    const wrong = {
      scenario: 1,
      id: 'x',
      title: 'x',
      describes: 'x',
      hosts: ['codex'],
      roles: { root: [[{ do: 'wait' }]] },
    };
    const { code, err } = await runWith([
      'provider',
      '--script',
      written('wrong.json', JSON.stringify(wrong)),
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/wrong\.json: .*roles\.root\[0\]\[0\]\.ms/);
  });
});

describe('doctor', () => {
  it('prints checks for scripts and for people', async () => {
    const { out } = await runWith(['doctor', '--json']);
    expect(JSON.parse(out).checks.map((check: { name: string }) => check.name)).toContain('Node');
    expect((await runWith(['doctor'])).out).toMatch(/^ok +Node +\d+/);
  });

  it('names a home that cannot be used', async () => {
    const env = { PATH: process.env['PATH'] ?? '', THROUGHLINE_HOME: written('a-file', '') };
    const test = testIo({ env });
    expect(await run(['captures', 'list'], test.io)).toBe(1);
    expect(test.err()).toMatch(/THROUGHLINE_HOME/);
  });
});
