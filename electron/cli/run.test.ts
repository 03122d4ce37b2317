import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { testIo } from './testing.ts';
import { VERSION } from './version.ts';

const runWith = async (argv: readonly string[], stdin?: string, env?: Record<string, string>) => {
  const test = testIo({ ...(stdin === undefined ? {} : { stdin }), ...(env === undefined ? {} : { env }) });
  const code = await run(argv, test.io);
  return { code, out: test.out(), err: test.err() };
};

describe('usage', () => {
  it.each<[string, string[], RegExp]>([
    ['an unknown command', ['lsit'], /^Unknown command 'lsit'\./],
    ['an unknown option', ['names', '--as', 'codex', '--jsn'], /--jsn/],
    ['a missing option', ['names'], /--as/],
    ['a missing argument', ['call'], /tool/],
    ['an argument too many', ['doctor', 'extra'], /extra/],
    ['a number that is none', ['names', '--as', 'codex', '--limit', 'x'], /--limit/],
    ['a port that is none', ['serve', '--port', '70000'], /--port/],
    ['an unknown era', ['list', '--era', 'old', '--', 'x'], /--era/],
    ['an unknown format', ['export', 'x', '--format', 'xml'], /--format/],
    ['a command where none belongs', ['doctor', '--', 'node'], /--/],
    ['no server', ['list'], /No server is named/],
    ['two servers', ['list', 'mine', '--', 'node'], /Only one server/],
    ['an unknown host', ['names', '--as', 'zed'], /--as: .*"zed".*codex \(.*claude \(/],
    ['a model class without a host', ['list', '--model', 'exec', '--', 'node'], /--model needs --as/],
    ['an unknown model class', ['list', '--as', 'codex', '--model', 'x', '--', 'node'], /--model: .*direct/],
    [
      'arguments that are no JSON',
      ['call', 't', '--args', '{"a":}', '--', 'x'],
      /--args: .*line 1, column 6/,
    ],
    ['arguments that are no object', ['call', 't', '--args', '[]', '--', 'x'], /--args: not a JSON object/],
    ['a file that is not there', ['schema', '--as', 'codex', 'nope.json'], /no file nope\.json/],
    ['a configuration that is not there', ['list', '--config', 'nope.json'], /no file nope\.json/],
    ['a scenario that is not there', ['provider', '--script', 'nope.json'], /no file nope\.json/],
  ])('refuses %s in one line', async (_what, argv, message) => {
    const { code, out, err } = await runWith(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('shows help for nothing at all, but not as a success', async () => {
    const { code, out, err } = await runWith([]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: throughline');
  });

  it.each([['--help'], ['list', '--help']])('prints help on stdout: %s', async (...argv) => {
    const { code, out, err } = await runWith(argv);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Usage: throughline');
  });

  it('prints the version', async () => {
    expect(await runWith(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  });
});

describe('names', () => {
  const tools = [
    { server: 'music-studio', tool: 'get.strudel-guide' },
    { server: 'music-studio', tool: 'get.strudel-guide' },
  ];

  it('prints one row for each input row, in order, with the duplicate marked', async () => {
    const { code, out } = await runWith(['names', '--as', 'codex', '--json'], JSON.stringify(tools));
    const rows = JSON.parse(out);
    expect(code).toBe(0);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      ...tools[0],
      namespace: 'mcp__music_studio',
      name: 'get_strudel_guide',
      codeMode: 'mcp__music_studio__get_strudel_guide',
      findings: [],
    });
    expect(rows[1]).toMatchObject({ ...tools[1], dropped: true });
    expect(rows[1].findings[0]).toMatchObject({ code: 'name-duplicate-dropped' });
  });

  it('applies the limit in bytes', async () => {
    const long = JSON.stringify([{ server: 's'.repeat(40), tool: 't'.repeat(40) }]);
    const name = async (limit: string) =>
      JSON.parse((await runWith(['names', '--as', 'codex', '--limit', limit, '--json'], long)).out)[0];
    const wide = await name('128');
    expect(wide.namespace + wide.name).toContain('t'.repeat(40));
    const narrow = await name('64');
    expect((narrow.namespace + narrow.name).length + 2).toBeLessThanOrEqual(64);
  });

  it('prints a table for people, without what a terminal would obey', async () => {
    const hostile = [{ server: 'a\u001b[2J', tool: 'b\u202e' }];
    const { out } = await runWith(['names', '--as', 'claude'], JSON.stringify(hostile));
    expect(out).toContain('server  tool');
    // oxlint-disable-next-line no-control-regex -- that is what is looked for
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });

  it.each([
    ['[{"server":"a"}]', /at \[0\]\.tool/],
    ['{"server":"a","tool":"b"}', /stdin/],
    ['[{"server":"a","tool":"b"}', /line 1, column 27/],
    ['', /line 1, column 1/],
  ])('refuses %s', async (text, message) => {
    const { code, out, err } = await runWith(['names', '--as', 'codex', '--json'], text);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('says so when the nearest version stands in', async () => {
    const { code, out, err } = await runWith(['names', '--as', 'codex@0.1.0', '--json'], '[]');
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: [] });
    expect(err).toContain('nearest');
  });
});

describe('schema', () => {
  it('prints the schema, what was lost and the findings, and keeps long integers', async () => {
    const schema =
      '{"type":"object","properties":{"n":{"type":"integer","const":9007199254740993,"examples":[1]}}}';
    const { code, out } = await runWith(['schema', '--as', 'claude', '--json'], schema);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(out))).toEqual(['schema', 'lost', 'findings']);
    expect(out).toContain('9007199254740993');
  });

  it('names lost keywords for people', async () => {
    const schema =
      '{"type":"object","properties":{"n":{"type":"integer","multipleOf":2}},"patternProperties":{}}';
    const { out } = await runWith(['schema', '--as', 'codex'], schema);
    expect(out).toContain('Lost on the way to Codex');
    expect(out).toMatch(/multipleOf +\/properties\/n/);
  });
});

describe('approval', () => {
  it('prints decision, path and what was assumed', async () => {
    const { code, out } = await runWith(
      ['approval', '--as', 'codex', '--json'],
      '{"annotations":{"readOnlyHint":true},"mode":"auto"}',
    );
    const result = JSON.parse(out);
    expect(code).toBe(0);
    expect(Object.keys(result)).toEqual(['decision', 'path', 'assumed']);
    expect(result.decision).toBe('run');
    expect(result.path[0]).toMatch(/^CX-6/);
  });

  it('answers a call that may not run with success: the question was answered', async () => {
    const input = '{"rules":{"deny":["mcp__s__t"]},"route":{"server":"s","tool":"t"}}';
    const { code, out } = await runWith(['approval', '--as', 'claude', '--json'], input);
    expect({ code, decision: JSON.parse(out).decision }).toEqual({ code: 0, decision: 'deny' });
  });

  it.each([
    ['{"polcy":"never"}', /polcy/],
    ['{"policy":"sometimes"}', /at policy/],
    ['{"annotations":{"readOnlyHint":"yes"}}', /at annotations\.readOnlyHint/],
  ])('refuses %s', async (text, message) => {
    const { code, err } = await runWith(['approval', '--as', 'codex'], text);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
