import { describe, expect, it } from 'vitest';
import { FACTS, factOf, parseHost, type HostTool } from '../hosts/index.ts';
import { createLinter, everyHost, lintHost, RULES, type Alarm, type LintServer } from './index.ts';

const object = (properties: Record<string, unknown> = {}) => ({ type: 'object', properties });

const tool = (name: string, more: Partial<HostTool> = {}): HostTool => ({
  server: 'srv',
  tool: name,
  description: 'Does one thing.',
  inputSchema: object(),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  ...more,
});
const server = (tools: readonly HostTool[], more: Partial<LintServer> = {}): LintServer => ({
  server: 'srv',
  tools,
  ...more,
});
const lint = (servers: readonly LintServer[], hosts = everyHost()): readonly Alarm[] =>
  createLinter(hosts).lint(servers).alarms;
const only = (id: string) => {
  const found = parseHost(id);
  if (found === undefined) throw new Error(`no profile of ${id}`);
  return [lintHost(found)];
};
const codes = (alarms: readonly Alarm[]): string[] => [...new Set(alarms.map(({ code }) => code))].toSorted();
const find = (alarms: readonly Alarm[], code: string): Alarm => {
  const found = alarms.find((alarm) => alarm.code === code);
  if (found === undefined) throw new Error(`no alarm ${code} in ${codes(alarms).join(', ')}`);
  return found;
};
const hostsOf = (alarm: Alarm): string[] => alarm.hosts.map(({ host }) => host);

describe('a plain server', () => {
  it('has nothing but what holds for every server with hints', () => {
    expect(codes(lint([server([tool('lookup')])]))).toEqual(['annotations-lost']);
  });
});

describe('names', () => {
  it('are hashed by two hosts when they differ in a hyphen only', () => {
    const alarm = find(lint([server([tool('tool-name'), tool('tool_name')])], only('codex')), 'name-hashed');
    expect(alarm).toMatchObject({ severity: 'warning', server: 'srv', grade: 'read' });
    expect(alarm.hosts[0]?.rules).toEqual(['CX-4.2/6']);
  });

  it('of two servers can coincide in code mode alone', () => {
    const own = (name: string, of: string): LintServer => ({
      server: name,
      tools: [{ ...tool(of), server: name }],
    });
    const alarms = lint([own('a', 'b__c'), own('a__b', 'c')], only('codex'));
    expect(alarms.filter(({ code }) => code === 'name-collapses-in-code')).toHaveLength(2);
    expect(codes(alarms)).not.toContain('name-shared');
  });

  it('that are too long fail the whole request at one host and are cut at others', () => {
    const alarms = lint([server([tool('x'.repeat(130))])]);
    expect(hostsOf(find(alarms, 'name-too-long'))).toEqual(['claude']);
    expect(hostsOf(find(alarms, 'name-cut'))).toEqual(
      expect.arrayContaining(['gemini', 'vscode', 'copilot']),
    );
  });

  it('that a server lists twice are an error', () => {
    expect(find(lint([server([tool('a'), tool('a')])]), 'name-listed-twice').severity).toBe('error');
  });

  it('of two tools that come to one: the other is gone', () => {
    const alarms = lint([server([tool('get.it'), tool('get it')])], only('opencode'));
    expect(find(alarms, 'tool-replaced')).toMatchObject({ severity: 'error', tool: 'get.it' });
  });

  it('with other characters are told of once a server', () => {
    const alarm = find(
      lint([server([tool('get-a'), tool('get-b'), tool('plain')])], only('codex')),
      'name-characters-replaced',
    );
    expect(alarm.tools).toEqual(['get-a', 'get-b']);
    expect(alarm.tool).toBeUndefined();
  });
});

describe('tools that vanish', () => {
  it('on a later page', () => {
    const alarm = find(
      lint([server([tool('a', { page: 0 }), tool('b', { page: 1 })])]),
      'tool-on-later-page',
    );
    expect(alarm).toMatchObject({ severity: 'error', tools: ['b'] });
    expect(hostsOf(alarm)).toEqual(['gemini', 'cline', 'continue']);
  });

  it('with the whole list, for which the tool that breaks it is named', () => {
    const loose = tool('loose', { inputSchema: object({ anything: true }) });
    const alarm = find(lint([server([tool('fine'), loose])]), 'list-refused');
    expect(alarm.tools).toEqual(['loose']);
    expect(hostsOf(alarm)).toContain('gemini');
  });

  it('beyond a limit, counted over all servers', () => {
    const many = Array.from({ length: 129 }, (_, index) => tool(`tool_${index}`));
    const alarm = find(lint([server(many)]), 'tools-over-limit');
    expect(alarm.server).toBeUndefined();
    expect(hostsOf(alarm)).toEqual(['vscode']);
    expect(codes(lint([server(many.slice(1))]))).not.toContain('tools-over-limit');
  });

  it('because of a null schema', () => {
    const alarm = find(
      lint([server([tool('a', { inputSchema: { type: 'null' } })])], only('codex')),
      'schema-refused',
    );
    expect(alarm).toMatchObject({ severity: 'error', tool: 'a', place: '/inputSchema' });
  });

  it('by a filter, which is the user’s affair', () => {
    const filtered = server([tool('a')], { settings: { disabledTools: ['a'] } });
    expect(find(lint([filtered], only('codex')), 'tool-not-offered').severity).toBe('info');
  });
});

describe('schemas', () => {
  const limit = (description?: string) =>
    server([
      tool('a', {
        inputSchema: object({
          limit: { type: 'integer', maximum: 3, ...(description === undefined ? {} : { description }) },
        }),
      }),
    ]);

  it('lose a keyword, with its place', () => {
    const alarm = find(lint([limit('How many.')], only('codex')), 'schema-keywords-lost');
    expect(alarm).toMatchObject({ severity: 'info', place: '/inputSchema/properties/limit' });
    expect(alarm.hosts[0]?.says).toBe('The model is not shown maximum.');
  });

  it('lose nothing that the description says as well', () => {
    expect(codes(lint([limit('How many, 3 at most.')], only('codex')))).not.toContain('schema-keywords-lost');
    expect(codes(lint([limit('How many of 30.')], only('codex')))).toContain('schema-keywords-lost');
  });

  it('lose nothing by what a generator wrote without anybody having meant it', () => {
    const generated = {
      a: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      b: { type: 'object', propertyNames: { type: 'string' } },
      c: { type: 'string', default: '' },
      d: { type: 'integer', format: 'int32' },
    };
    expect(
      codes(lint([server([tool('a', { inputSchema: object(generated) })])], only('codex'))),
    ).not.toContain('schema-keywords-lost');
    const meant = { ...generated, e: { type: 'string', format: 'uuid' } };
    expect(codes(lint([server([tool('a', { inputSchema: object(meant) })])], only('codex')))).toContain(
      'schema-keywords-lost',
    );
  });

  it('lose nothing that a host writes into the description itself', () => {
    expect(codes(lint([limit('How many.')], only('copilot')))).not.toContain('schema-keywords-lost');
  });

  it('over a budget are cut down', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `p${index}`,
        { type: 'string', description: 'x'.repeat(100) },
      ]),
    );
    const alarms = lint([server([tool('a', { inputSchema: object(properties) })])], only('codex'));
    expect(find(alarms, 'schema-over-budget').severity).toBe('warning');
  });
});

describe('texts', () => {
  it('missing: nobody knows what the tool does', () => {
    const alarm = find(lint([server([tool('a', { description: undefined })])]), 'description-missing');
    expect(alarm.hosts).toHaveLength(everyHost().length);
    expect(alarm.severity).toBe('warning');
  });

  it('of the server, cut or not passed on', () => {
    const alarms = lint([
      server([tool('a')], { settings: { instructions: 'Read this first. '.repeat(300) } }),
    ]);
    expect(hostsOf(find(alarms, 'instructions-cut'))).toEqual(['claude']);
    expect(hostsOf(find(alarms, 'instructions-not-shown'))).toEqual(['copilot', 'cline', 'continue']);
    const short = lint([
      server([tool('a')], { settings: { instructions: 'Read "this" first,\nand nothing before that one.' } }),
    ]);
    expect(codes(short)).not.toContain('instructions-cut');
  });

  it('of a description that is too long', () => {
    const alarms = lint([
      server([tool('a', { description: 'long '.repeat(1000), meta: { 'anthropic/alwaysLoad': true } })]),
    ]);
    expect(hostsOf(find(alarms, 'description-cut'))).toContain('claude');
  });
});

describe('approval', () => {
  it('without hints costs a question, at hosts that go by hints', () => {
    const alarm = find(lint([server([tool('a', { annotations: undefined })])]), 'annotations-missing');
    expect(hostsOf(alarm)).toEqual(expect.arrayContaining(['codex', 'copilot', 'vscode']));
    expect(hostsOf(alarm)).not.toContain('claude');
    expect(alarm.hosts[0]?.says).toContain('refuses the call where nobody can be asked');
  });

  it('of hints that contradict each other', () => {
    const both = tool('a', { annotations: { readOnlyHint: true, destructiveHint: true } });
    expect(hostsOf(find(lint([server([both])]), 'annotations-contradict'))).toEqual(['codex']);
  });
});

describe('evidence', () => {
  const everything = lint([
    server(
      [
        tool('get-a', { description: '', annotations: undefined, outputSchema: object(), title: 'A' }),
        tool('get.a', { inputSchema: undefined, page: 1 }),
        tool('x'.repeat(140), { inputSchema: object({ a: { type: 'string', pattern: 'a', default: 'b' } }) }),
        ...Array.from({ length: 130 }, (_, index) => tool(`t${index}`)),
      ],
      { settings: { instructions: 'y'.repeat(5000) } },
    ),
  ]);

  it('stands behind every host of every alarm', () => {
    expect(everything.length).toBeGreaterThan(10);
    for (const { code, hosts } of everything) {
      for (const { rules, host, grade } of hosts) {
        expect([code, host, rules.length > 0]).toEqual([code, host, true]);
        for (const rule of rules) expect([rule, factOf(rule)?.host]).toEqual([rule, host]);
        expect(FACTS.map((fact) => fact.grade)).toContain(grade);
      }
    }
  });

  it('of hearsay carries a hint at most, and a report no error', () => {
    const entries = everything.flatMap(({ hosts }) => hosts);
    const hearsay = entries.filter(({ assumed }) => assumed.includes('no-primary-source'));
    expect(hearsay.map(({ host }) => host)).toContain('cursor');
    expect(hearsay.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const reported = entries.filter(({ grade }) => grade === 'reported');
    expect(reported.map(({ host }) => host)).toContain('claude');
    expect(reported.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(lint([server([tool('a', { description: '' })])], only('cursor'))[0]?.severity).toBe('info');
  });
});

describe('the table of rules', () => {
  it('has each code once', () => {
    const all = RULES.map(({ code }) => code);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('asked again', () => {
  const many = (name: string, count = 5): LintServer => ({
    server: name,
    tools: Array.from({ length: count }, (_, index) => ({ ...tool(`search-${index}`), server: name })),
  });

  it('answers as a new linter does', () => {
    const linter = createLinter(everyHost());
    const [one, two, three] = [many('one'), many('two'), many('three', 140)];
    for (const servers of [[one, two], [one], [one, two, three], [three, one], []]) {
      expect(linter.lint(servers).alarms).toEqual(lint(servers));
    }
  });

  it('keeps the alarms of servers that nothing changed', () => {
    const linter = createLinter(only('codex'));
    const [one, two] = [many('one'), many('two')];
    const before = linter.lint([one, two]).alarms.filter(({ server: of }) => of === 'one');
    const after = linter.lint([one, many('two', 6)]).alarms.filter(({ server: of }) => of === 'one');
    expect(after.length).toBeGreaterThan(0);
    expect(after.every((alarm, index) => alarm === before[index])).toBe(true);
  });
});
