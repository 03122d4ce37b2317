import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLists, listAllTools } from './listing.ts';
import type { PageReply } from './pages.ts';
import { toolFilter } from './tool-entry.ts';
import type { JsonObject } from './types.ts';

const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  ...more,
});

const isReply = (page: JsonObject | PageReply): page is PageReply => 'kind' in page;

const list = async (
  pages: readonly (JsonObject | PageReply)[],
  more: { mirrorsHeaders?: boolean; announced?: boolean } = {},
) => {
  const asked: (string | undefined)[] = [];
  const listed = await listAllTools({
    fetchPage: (cursor) => {
      asked.push(cursor);
      const page = pages[Math.min(asked.length, pages.length) - 1] ?? {};
      return Promise.resolve(isReply(page) ? page : { kind: 'page', result: page });
    },
    allowed: (name) => name !== 'forbidden',
    mirrorsHeaders: more.mirrorsHeaders ?? false,
    announced: more.announced ?? true,
  });
  if (!listed.ok) return { asked, fault: listed.fault, tools: [], codes: [], names: [] };
  const { tools, findings } = listed.value;
  return {
    asked,
    tools,
    names: tools.map(({ name }) => name),
    codes: findings.map(({ code, pointer }) => (pointer ? `${code} ${pointer}` : code)),
  };
};

describe('listAllTools', () => {
  it.each<[string, unknown, string[]]>([
    ['no inputSchema', { name: 'bad' }, ['tool-input-schema-missing /inputSchema']],
    ['an empty inputSchema', { name: 'bad', inputSchema: {} }, ['tool-input-schema-not-object /inputSchema']],
    [
      'only $schema',
      { name: 'bad', inputSchema: { $schema: 'x' } },
      ['tool-input-schema-not-object /inputSchema'],
    ],
    [
      'anyOf at the top',
      { name: 'bad', inputSchema: { anyOf: [{ type: 'object' }] } },
      ['tool-input-schema-not-object /inputSchema'],
    ],
    [
      'a schema that is a string',
      { name: 'bad', inputSchema: 'x' },
      ['tool-input-schema-not-object /inputSchema'],
    ],
    [
      'an unknown type inside',
      tool('bad', { inputSchema: { type: 'object', properties: { 'a/b': { type: 'json' } } } }),
      ['tool-input-schema-invalid /inputSchema/properties/a~1b/type'],
    ],
    [
      'a network reference',
      tool('bad', { inputSchema: { type: 'object', properties: { a: { $ref: 'https://x.invalid/s' } } } }),
      ['tool-input-schema-invalid /inputSchema/properties/a/$ref'],
    ],
    [
      'required as a flag',
      tool('bad', { inputSchema: { type: 'object', properties: { a: { required: true } } } }),
      ['tool-input-schema-invalid /inputSchema/properties/a/required'],
    ],
    [
      'an outputSchema with a made-up type',
      tool('bad', { outputSchema: { type: 'json' } }),
      ['tool-output-schema-invalid /outputSchema/type'],
    ],
    ['description null', tool('bad', { description: null }), ['tool-description-not-text /description']],
    ['annotations null', tool('bad', { annotations: null }), ['tool-annotations-invalid /annotations']],
    [
      'a hint that is a string',
      tool('bad', { annotations: { readOnlyHint: 'yes' } }),
      ['tool-annotations-invalid /annotations/readOnlyHint'],
    ],
    ['a vendor key', tool('bad', { 'x-vendor': {} }), ['tool-unknown-keys /x-vendor']],
    ['a name with a space', tool('bad name'), ['tool-name-unusual /name']],
    ['no name', { inputSchema: { type: 'object' } }, ['tool-name-missing /name']],
    ['a string instead of a tool', 'bad', ['tool-not-an-object']],
    ['null', null, ['tool-not-an-object']],
  ])('never lets %s hide the good ones', async (_what, bad, codes) => {
    const { names, codes: found } = await list([{ tools: [tool('first'), bad, tool('last')] }]);
    expect(names.filter((name) => name === 'first' || name === 'last')).toEqual(['first', 'last']);
    expect(found).toEqual(codes);
  });

  it('shows the wire, not a picked copy', async () => {
    const raw = tool('t', { 'x-vendor': { a: 1 }, annotations: { vendorHint: true, title: 'T' } });
    const { tools } = await list([{ tools: [raw] }]);
    expect(tools[0]?.wire).toEqual(raw);
    expect(tools[0]?.hints).toEqual({ title: 'T' });
  });

  it('keeps two tools of one name apart', async () => {
    const { tools, codes } = await list([
      { tools: [tool('same', { description: 'a' }), tool('same', { description: 'b' })] },
    ]);
    expect(tools.map(({ index, description }) => [index, description])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(codes).toEqual(['tool-name-duplicate /name']);
  });

  it('walks pages, an empty cursor too, and numbers tools through', async () => {
    const { asked, tools } = await list([
      { tools: [tool('a')], nextCursor: '' },
      { tools: [tool('b')], nextCursor: 'x' },
      { tools: [tool('c')] },
    ]);
    expect(asked).toEqual([undefined, '', 'x']);
    expect(tools.map(({ index, page, name }) => [index, page, name])).toEqual([
      [0, 0, 'a'],
      [1, 1, 'b'],
      [2, 2, 'c'],
    ]);
  });

  it.each<[string, JsonObject[], string[], string]>([
    ['null', [{ tools: [tool('a')], nextCursor: null }], ['a'], 'list-cursor-null'],
    [
      'the same cursor again',
      [
        { tools: [tool('a')], nextCursor: 'x' },
        { tools: [tool('b')], nextCursor: 'x' },
      ],
      ['a', 'b'],
      'list-cursor-repeats',
    ],
    [
      'the same page again',
      [
        { tools: [tool('a')], nextCursor: 'x' },
        { tools: [tool('a')], nextCursor: 'y' },
      ],
      ['a'],
      'list-cursor-repeats',
    ],
  ])('ends at a nextCursor that is %s', async (_what, pages, names, code) => {
    const listed = await list(pages);
    expect(listed.names).toEqual(names);
    expect(listed.codes).toEqual([code]);
  });

  it('keeps the first pages when a later one fails, and fails when the first does', async () => {
    const failed: PageReply = { kind: 'failed', fault: { code: 'rpc-error', message: 'no' } };
    expect(await list([{ tools: [tool('a')], nextCursor: 'x' }, failed])).toMatchObject({
      names: ['a'],
      codes: ['list-page-failed'],
    });
    expect(await list([failed])).toMatchObject({ fault: { code: 'rpc-error' } });
    expect(await list([{ kind: 'unknown' }])).toMatchObject({ names: [], codes: [] });
  });

  it('gives up on a server that never stops', async () => {
    let page = 0;
    const listed = await listAllTools({
      fetchPage: () =>
        Promise.resolve({ kind: 'page', result: { tools: [tool(`t${page++}`)], nextCursor: `c${page}` } }),
      allowed: () => true,
      mirrorsHeaders: false,
      announced: true,
    });
    expect(listed.ok && listed.value.tools.length).toBe(200);
    expect(listed.ok && listed.value.findings.map(({ code }) => code)).toEqual(['list-too-long']);
  });

  it('marks filtered tools, tools nobody announced, and header annotations that break the rules', async () => {
    const bad = tool('bad', {
      inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } },
    });
    const listed = await list([{ tools: [tool('forbidden'), bad] }], {
      mirrorsHeaders: true,
      announced: false,
    });
    expect(listed.tools.map(({ enabled }) => enabled)).toEqual([false, false]);
    expect(listed.codes).toEqual([
      'tools-not-announced',
      'tool-header-annotation-invalid /inputSchema/properties/n/x-mcp-header',
    ]);
    expect((await list([{ tools: [bad] }])).tools[0]?.enabled).toBe(true);
  });

  it('survives anything in the place of a tool', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.dictionary(
              fc.constantFrom('name', 'inputSchema', 'annotations', 'outputSchema', '_meta'),
              fc.jsonValue(),
            ),
          ),
        ),
        async (entries) => {
          const { names } = await list([{ tools: [tool('good'), ...entries] }]);
          expect(names[0]).toBe('good');
        },
      ),
    );
  });
});

describe('toolFilter', () => {
  it('lets the deny-list win and is exact', () => {
    const allowed = toolFilter({ enabledTools: ['a', 'b'], disabledTools: ['b'] });
    expect(['a', 'b', 'c', 'A'].map(allowed)).toEqual([true, false, false, false]);
    expect(toolFilter({ disabledTools: [] })('x')).toBe(true);
  });
});

describe('who may see a tool, and its icons', () => {
  it.each<[string, JsonObject, boolean, boolean, string[]]>([
    ['nothing said', {}, true, true, []],
    ['both', { ui: { visibility: ['model', 'app'] } }, true, true, []],
    ['the app only', { ui: { visibility: ['app'] } }, false, true, []],
    ['the model only', { ui: { visibility: ['model'] } }, true, false, []],
    ['an empty list', { ui: { visibility: [] } }, false, false, []],
    [
      'an unknown word',
      { ui: { visibility: ['robot'] } },
      false,
      false,
      ['ui-visibility-invalid /_meta/ui/visibility'],
    ],
    ['no list', { ui: { visibility: 'app' } }, true, true, ['ui-visibility-invalid /_meta/ui/visibility']],
  ])('%s', async (_what, meta, model, app, codes) => {
    const listed = await list([{ tools: [tool('a', { _meta: meta })] }]);
    expect([listed.tools[0]?.ui, listed.codes]).toEqual([{ model, app }, codes]);
  });

  it('reads the address of the view in both spellings', async () => {
    const flat = tool('flat', { _meta: { 'ui/resourceUri': 'ui://a' } });
    const nested = tool('nested', { _meta: { ui: { resourceUri: 'ui://b' }, 'ui/resourceUri': 'ui://a' } });
    const { tools } = await list([{ tools: [flat, nested] }]);
    expect(tools.map(({ ui }) => ui.resourceUri)).toEqual(['ui://a', 'ui://b']);
  });

  it('keeps icons that may be shown, and tells of the others', async () => {
    const icons = [
      { src: 'https://a.invalid/x.png' },
      { src: 'data:image/png;base64,AA==' },
      { src: 'http://a.invalid/x.png' },
      { src: 'javascript:alert(1)' },
      { src: 'data:text/html,<script>' },
      'x',
    ];
    const { tools, codes } = await list([{ tools: [tool('a', { icons })] }]);
    expect(tools[0]?.icons).toEqual(icons.slice(0, 2));
    expect(codes).toEqual(['/icons/2', '/icons/3', '/icons/4', '/icons/5'].map((at) => `icon-refused ${at}`));
  });

  it('knows what must be called as a task', async () => {
    const { tools } = await list([
      {
        tools: [
          tool('a', { execution: { taskSupport: 'required' } }),
          tool('b', { execution: { taskSupport: 1 } }),
        ],
      },
    ]);
    expect(tools.map(({ taskSupport }) => taskSupport)).toEqual(['required', undefined]);
  });
});

describe('compareLists', () => {
  it('names what was added, changed and removed, by name and order among equals', async () => {
    const before = (
      await list([
        { tools: [tool('a'), tool('b'), tool('twin', { title: '1' }), tool('twin', { title: '2' })] },
      ])
    ).tools;
    const after = (
      await list([{ tools: [tool('b', { title: 'B' }), tool('twin', { title: '1' }), tool('c')] }])
    ).tools;
    const { added, changed, removed, same } = compareLists(before, after, ({ name }) => name);
    expect([added, changed, removed].map((tools) => tools.map(({ name }) => name))).toEqual([
      ['c'],
      ['b'],
      ['a', 'twin'],
    ]);
    expect(same).toBe(false);
    expect(compareLists(before, before, ({ name }) => name).same).toBe(true);
  });
});
