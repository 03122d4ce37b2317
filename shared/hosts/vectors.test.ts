import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import vectors from '../../tests/fixtures/host-names.json' with { type: 'json' };
import { profileOf } from './testing.ts';

const HOSTS = ['vscode', 'gemini', 'qwen', 'opencode', 'goose'] as const;

const rows = z
  .array(
    z.looseObject({
      server: z.string(),
      tool: z.string(),
      vscode: z.string(),
      gemini: z.string(),
      qwen: z.string(),
      opencode: z.string(),
      goose: z.string(),
    }),
  )
  .parse(vectors.others);

const LONG = 'extremely_lengthy_function_name_that_absolutely_surpasses_all_reasonable_limits';

/** Rows of the reference's table that the vector file does not have. */
const MORE = [
  {
    server: 'srv',
    tool: 'emoji🙂x',
    vscode: 'mcp_srv_emoji__x',
    gemini: 'mcp_srv_emoji__x',
    qwen: 'mcp__srv__emoji__x_1nr3hfj',
    opencode: 'srv_emoji__x',
    goose: 'srv__emoji🙂x',
  },
  {
    server: 'my_server',
    tool: LONG,
    vscode: 'mcp_my_server_extremely_lengthy_function_name_that_absolutely_su',
    gemini: 'mcp_my_server_extremely_length...urpasses_all_reasonable_limits',
    qwen: 'mcp__my_server__extremely_lengthy_function_name_that_ab_0vw8pkc',
    opencode: `my_server_${LONG}`,
    goose: `my_server__${LONG}`,
  },
  {
    server: 'My Server',
    tool: 'Do It',
    vscode: 'mcp_my_server_Do_It',
    gemini: 'mcp_My_Server_Do_It',
    qwen: 'mcp__My_Server__Do_It_0fp9roe',
    opencode: 'My_Server_Do_It',
    goose: 'myserver__Do It',
  },
] as const;

describe.each(HOSTS)('names of %s', (host) => {
  it.each([...rows, ...MORE])('$server / $tool', (row) => {
    expect(profileOf(host).names([{ server: row.server, tool: row.tool }])[0]).toMatchObject({
      name: row[host],
      flat: row[host],
    });
  });
});

describe('names that depend on others', () => {
  const namesOf = (host: string, routes: readonly (readonly [string, string])[]): (string | undefined)[] =>
    profileOf(host)
      .names(routes.map(([server, tool]) => ({ server, tool })))
      .map(({ name }) => name);

  it('VS Code: servers of one label get an index in the order in which they come', () => {
    expect(
      namesOf('vscode', [
        ['My Server', 'a'],
        ['my.server-number-one', 'a'],
        ['my server', 'a'],
        ['MY SERVER', 'a'],
      ]),
    ).toEqual(['mcp_my_server_a', 'mcp_my_server-num_a', 'mcp_my_server2_a', 'mcp_my_server3_a']);
  });

  it('VS Code: the label is what the server calls itself, when that is known', () => {
    const rows_ = profileOf('vscode').names([{ server: 'x', tool: 't' }], {
      servers: { x: { label: 'Weather & Climate' } },
    });
    expect(rows_[0]?.name).toBe('mcp_weather_clima_t');
  });

  it('Copilot: cut names are numbered in order of the raw names, whatever the order of the list', () => {
    const long = (end: string): readonly [string, string] => ['srv', `${'x'.repeat(70)}${end}`];
    expect(namesOf('copilot', [long('2'), long('3'), long('1')])).toEqual([
      `srv-${'x'.repeat(59)}2`,
      `srv-${'x'.repeat(59)}3`,
      `srv-${'x'.repeat(60)}`,
    ]);
  });

  it('Goose: of two extensions with one clean name only the first is there', () => {
    const rows_ = profileOf('goose').names([
      { server: 'My Server', tool: 'a' },
      { server: 'myserver', tool: 'b' },
    ]);
    expect(rows_.map(({ dropped }) => dropped)).toEqual([undefined, true]);
  });

  it('Continue: two servers with one tool name are both declared, and a call is ambiguous', () => {
    const plan = profileOf('continue').plan([
      { server: 'a', tool: 'search' },
      { server: 'b', tool: 'search' },
    ]);
    expect(plan.rows.map(({ declared }) => declared)).toEqual([true, true]);
    expect(plan.routesOf({ name: 'search' })).toMatchObject({ kind: 'ambiguous', opensWindow: true });
    expect(plan.findings.map(({ code }) => code)).toEqual(['name-collapses']);
  });

  it.each([
    ['gemini', 'overwritten', 0],
    ['opencode', 'overwritten', 0],
    ['copilot', 'overwritten', 0],
  ] as const)('%s: of two tools with one name one is left', (host, reason, lost) => {
    const plan = profileOf(host).plan([
      { server: 's', tool: 'a b' },
      { server: 's', tool: 'a/b' },
    ]);
    expect(plan.rows[lost]).toMatchObject({ exposure: 'absent', reason, reach: 'none' });
    expect(plan.rows.filter(({ declared }) => declared)).toHaveLength(1);
    expect(plan.routesOf({ name: plan.rows[0]?.name ?? '' })).toMatchObject({
      kind: 'tool',
      route: { tool: 'a/b' },
    });
  });
});
