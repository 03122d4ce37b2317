import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { testIo } from './testing.ts';

const full = join(import.meta.dirname, '../../tests/fixtures/servers/full-server.mjs');
const server = (mode = 'plain'): string[] => ['--', process.execPath, full, mode];

const runWith = async (...argv: string[]) => {
  const test = testIo({});
  const code = await run(argv, test.io);
  return { code, out: test.out(), err: test.err() };
};
const documentOf = async (...argv: string[]): Promise<unknown> => {
  const { code, out } = await runWith(...argv);
  return { code, document: JSON.parse(out) };
};

describe('read', () => {
  it('prints text as it is, or one document', async () => {
    expect(await runWith('read', 'test://one', ...server())).toMatchObject({
      code: 0,
      out: 'Content of test://one\n',
    });
    expect(await documentOf('read', 'test://one', '--json', ...server())).toMatchObject({
      code: 0,
      document: { outcome: 'ok', result: { contents: [{ uri: 'test://one' }] }, findings: [] },
    });
  });

  it('fails with the reason of the server', async () => {
    const { code, err } = await runWith('read', 'test://missing', ...server());
    expect(code).toBe(1);
    expect(err).toContain('Resource not found');
    expect(await documentOf('read', 'test://missing', '--json', ...server())).toMatchObject({
      code: 1,
      document: { outcome: 'protocolError', fault: { code: 'resource-not-found' } },
    });
  });
});

describe('prompt', () => {
  it('fills it in and prints who says what', async () => {
    expect(await runWith('prompt', 'greet', '--args', '{"who":"Ada"}', ...server())).toMatchObject({
      code: 0,
      out: 'user\nHello Ada\n',
    });
  });

  it('takes strings only', async () => {
    const { code, err } = await runWith('prompt', 'greet', '--args', '{"who":1}', ...server());
    expect([code, err]).toEqual([2, expect.stringContaining('--args: not a JSON object of strings.')]);
  });
});

describe('complete', () => {
  it('prints one suggestion a line', async () => {
    const argv = ['complete', 'id', 'a', '--template', 'test://{kind}/{id}', '--args', '{"kind":"k"}'];
    expect(await runWith(...argv, ...server())).toMatchObject({ code: 0, out: 'a!\nk\n' });
  });

  it('wants to know of what', async () => {
    const { code, err } = await runWith('complete', 'id', 'a', ...server());
    expect([code, err]).toEqual([2, expect.stringContaining('--prompt NAME or --template URI')]);
  });
});

describe('ping', () => {
  it('says who answers', async () => {
    expect(await runWith('ping', ...server())).toMatchObject({
      code: 0,
      out: 'full 2025-11-25 (legacy, stdio)\n',
    });
  });
});

describe('list', () => {
  it('lists the other kinds when asked to', async () => {
    expect(
      await documentOf('list', '--resources', '--prompts', '--json', ...server('odd-entries')),
    ).toMatchObject({
      code: 0,
      document: {
        resources: [
          { uri: 'test://fine' },
          { name: 'fine again' },
          { vendor: true },
          { uri: 'test://icons' },
        ],
        templates: [{ uriTemplate: 'test://{' }, {}],
        prompts: [{ name: 'fine' }],
      },
    });
    const { out } = await runWith('list', '--resources', '--prompts', ...server());
    expect(out).toMatch(/2 resources\n.*test:\/\/one {2}text\/plain/);
    expect(out).toMatch(/1 resource template\n.*test:\/\/\{kind\}\/\{id\}/);
    expect(out).toMatch(/1 prompt\n {2}greet/);
    expect((await runWith('list', ...server())).out).not.toContain('resource');
  });
});

describe('--root', () => {
  it('tells the server of folders, whole; without it none are offered', async () => {
    const { out } = await runWith('call', 'roots', '--root', 'src', '--root', '/srv/a b', ...server());
    expect(out).toContain(`"uri":"${pathToFileURL(process.cwd()).href}/src","name":"src"`);
    expect(out).toContain('"uri":"file:///srv/a%20b"');
    expect((await runWith('call', 'roots', ...server())).out).toContain('-32601');
  });
});

describe('call', () => {
  it('names the addresses that a server wants its user at first', async () => {
    const { code, err } = await runWith('call', 'needs-url', ...server());
    expect(code).toBe(1);
    expect(err).toContain('https://login.example/first?x=1');
    expect(err).not.toContain('javascript:');
  });
});
