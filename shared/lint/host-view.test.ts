import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExposureRow, HostTool } from '../hosts/index.ts';
import { hostView, type HostView } from './host-view.ts';
import { everyHost } from './hosts.ts';
import type { LintHost, LintServer } from './types.ts';

const HOSTS = everyHost();

/** Names that hosts bring together: by sanitising, by joining, by cutting, and by what a code mode makes of them. */
const serverName = fc.constantFrom(
  'a',
  'ab',
  'a__b',
  'srv',
  'srv_',
  'mcp__srv',
  'My Server',
  'my-server',
  'my_server',
  'myserver',
  'MyServer',
  'a-very-long-server-name-one',
  'a-very-long-server-name-two',
  '検索',
);
const toolName = fc.constantFrom(
  'c',
  'bc',
  'b__c',
  '_go',
  'go',
  'tool-name',
  'tool_name',
  'tool.name',
  'search',
  '検索',
  '翻訳',
  '',
  'x'.repeat(60),
  `${'x'.repeat(60)}y`,
  `${'x'.repeat(60)}z`,
  'y'.repeat(130),
);
const schema = fc.constantFrom<unknown>(
  { type: 'object', properties: {} },
  { type: 'null' },
  { type: 'object', properties: { a: true } },
  { oneOf: [{ type: 'object' }, { type: 'string' }] },
  undefined,
);
const tool = fc.record({
  tool: toolName,
  inputSchema: schema,
  hidden: fc.boolean(),
  page: fc.constantFrom(0, 0, 0, 1),
});
const servers = fc
  .uniqueArray(fc.tuple(serverName, fc.array(tool, { maxLength: 6 })), {
    selector: ([name]) => name,
    maxLength: 6,
  })
  .map((all) =>
    all.map(([server, tools]): LintServer => ({
      server,
      settings: {},
      tools: tools.map(({ hidden, ...one }): HostTool => ({
        server,
        ...one,
        ...(hidden ? { meta: { ui: { visibility: ['app'] } } } : {}),
      })),
    })),
  );

const whole = ({ profile, settings }: LintHost, all: readonly LintServer[]): readonly ExposureRow[] =>
  profile.plan(
    all.flatMap((one) => one.tools),
    { ...settings, servers: Object.fromEntries(all.map((one) => [one.server, {}])) },
  ).rows;

const updated = (view: HostView, all: readonly LintServer[]): readonly ExposureRow[] =>
  view.update(all).flatMap(({ rows }) => rows);
const parts = (host: LintHost, all: readonly LintServer[]): readonly ExposureRow[] =>
  updated(hostView(host), all);

describe.each(HOSTS.map((host) => [host.profile.title, host] as const))(
  'servers apart, for %s',
  (_title, host) => {
    it('come out as all of them at once', () => {
      fc.assert(
        fc.property(servers, (all) => {
          expect(parts(host, all)).toEqual(whole(host, all));
        }),
        { numRuns: 150 },
      );
    });

    it('come out the same whatever was asked before', () => {
      fc.assert(
        fc.property(fc.array(servers, { minLength: 1, maxLength: 4 }), (questions) => {
          const view = hostView(host);
          for (const all of questions) {
            expect(updated(view, all)).toEqual(whole(host, all));
          }
        }),
        { numRuns: 60 },
      );
    });
  },
);

describe('a limit of tools', () => {
  const host = HOSTS.find(({ profile }) => profile.toolLimit !== undefined);
  const server = (name: string, count: number): LintServer => ({
    server: name,
    tools: Array.from({ length: count }, (_, index) => ({ server: name, tool: `tool_${index}` })),
  });

  it('counts the tools of all servers', () => {
    if (host === undefined) throw new Error('No host has a limit.');
    const all = [server('one', 100), server('two', 100), server('three', 5)];
    const rows = parts(host, all);
    expect(rows).toEqual(whole(host, all));
    expect(rows.filter(({ reason }) => reason === 'over-limit')).toHaveLength(205 - 128);
  });
});
