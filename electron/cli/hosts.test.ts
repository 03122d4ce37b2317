import { describe, expect, it } from 'vitest';
import { listHosts } from '../../shared/hosts/index.ts';
import { run } from './run.ts';
import { testIo } from './testing.ts';

const ids = listHosts().map(({ id }) => id);

async function json(argv: readonly string[], stdin: unknown): Promise<unknown> {
  const test = testIo({ stdin: JSON.stringify(stdin) });
  expect([await run([...argv, '--json'], test.io), test.err()]).toEqual([0, '']);
  return JSON.parse(test.out());
}

describe.each(ids)('--as %s', (host) => {
  it('names', async () => {
    const rows = await json(['names', '--as', host], [{ server: 'shape_probe', tool: 'lookup' }]);
    expect(rows).toMatchObject([
      { server: 'shape_probe', tool: 'lookup', name: expect.stringContaining('lookup'), findings: [] },
    ]);
  });

  it('schema', async () => {
    const schema = { type: 'object', properties: { query: { type: 'string' } } };
    expect(await json(['schema', '--as', host], schema)).toMatchObject({
      schema: { type: 'object', properties: { query: { type: 'string' } } },
      lost: [],
      findings: [],
    });
  });

  it('approval', async () => {
    const input = { route: { server: 'shape_probe', tool: 'lookup' }, annotations: { readOnlyHint: true } };
    const result = await json(['approval', '--as', host], input);
    expect(result).toMatchObject({ decision: expect.stringMatching(/^(run|ask)$/) });
    expect(Object.keys(result ?? {})).toEqual(['decision', 'path', 'assumed']);
  });
});

it.each([
  ['Bash', 'run'],
  ['mcp__s__.*', 'deny'],
])('approval asks the hook whose matcher is %s only when it leads to the tool', async (matcher, decision) => {
  const input = {
    route: { server: 's', tool: 't' },
    preToolUse: { choice: 'deny', message: 'no' },
    matchers: { preToolUse: [matcher] },
    rules: { allow: ['mcp__s__t'] },
  };
  expect(await json(['approval', '--as', 'claude'], input)).toMatchObject({ decision });
});

// A server a host: three stand for all.
it.each(['gemini', 'qwen', 'cursor'])('list --as %s', async (host) => {
  const server = ['--', process.execPath, 'electron/probe-servers/shape-probe-legacy.ts'];
  const test = testIo({});
  expect(await run(['list', '--as', host, '--json', ...server], test.io)).toBe(0);
  expect(JSON.parse(test.out())).toMatchObject({
    as: { host, tools: expect.arrayContaining([expect.objectContaining({ tool: 'lookup' })]) },
  });
});
