import { describe, expect, it } from 'vitest';
import { diffShapes } from '../../shared/shapes/diff.ts';
import { ShapesDocument, type PredictionRow, type Shape } from '../../shared/shapes/document.ts';
import { shapesMarkdown } from '../../shared/shapes/markdown.ts';
import { readShapes, shapesText } from '../../shared/shapes/read.ts';
import { shapesOf } from '../../shared/shapes/shapes.ts';
import { probe, script } from '../support/probe.ts';

const lookup = script({
  root: [[{ do: 'call', tool: 'lookup', args: { query: 'one' } }], [{ do: 'text', text: 'OK' }]],
});

/** The shapes of one run of the built-in host, through the schema that a reader uses. */
async function shapesFor(host: 'codex' | 'claude', modelClass: 'direct' | 'search' | 'exec' | 'flat') {
  const { events } = await probe(host, lookup, { modelClass });
  return ShapesDocument.parse(JSON.parse(JSON.stringify(shapesOf(events))));
}

const formsOf = (document: ShapesDocument, tool: string): string[] =>
  document.requests
    .filter(({ toolCount }) => toolCount > 0)
    .map(({ tools }) =>
      tools
        .filter((one) => String(one.tool) === tool)
        .map(describeShape)
        .join(' and '),
    );

const describeShape = (shape: Shape): string => {
  switch (shape.form) {
    case 'absent':
      return `absent behind ${shape.behind ?? 'nothing'}`;
    case 'carried':
      return `carried from ${shape.request}`;
    default:
      return `${shape.form} ${shape.deferral}`;
  }
};

const different = (rows: readonly PredictionRow[]) => rows.filter(({ verdict }) => verdict !== 'equal');

describe('shapes of a played host', () => {
  const cases = [
    ['claude', 'flat', ['flat none', 'flat none']],
    ['claude', 'search', ['nameOnly search', 'flat deferLoading and reference search']],
    ['codex', 'direct', ['namespaced none', 'namespaced none']],
    ['codex', 'search', ['absent behind tool_search', 'searchResult deferLoading']],
    ['codex', 'exec', ['absent behind exec', 'absent behind exec']],
  ] as const;

  it.each(cases)('%s, %s: seen as predicted, field by field', async (host, modelClass, forms) => {
    const document = await shapesFor(host, modelClass);
    expect(formsOf(document, 'lookup').slice(0, 2)).toEqual(forms);
    // The host plays its own profile: whatever differs would be a fault of ours.
    expect(document.prediction).toMatchObject({ profile: { host, modelClass }, nearest: false });
    expect(document.prediction.rows.length).toBeGreaterThan(20);
    expect(different(document.prediction.rows)).toEqual([]);
    expect(document.findings).toEqual([]);
    expect(document.run).toMatchObject({
      client: `builtin-${host}`,
      modelClass,
      simulated: true,
      scenario: 'test',
    });
    expect(document.end).toMatchObject({ exit: 0, turnCompleted: true, finalEquals: true });
    expect(document.calls).toMatchObject([
      { tool: 'lookup', state: 'ok', verdict: { kind: 'attributed', tier: 'meta', thread: 1 } },
    ]);
    const methods = document.servers[0]?.instances[0]?.messages.map(({ method }) => String(method)) ?? [];
    expect(methods).toContain('tools/list');
    expect(methods).not.toContain('tools/call');
  });

  it('say which id of the call was equal to what on the other wire', async () => {
    const keysOf = async (host: 'codex' | 'claude', modelClass: 'exec' | 'flat') =>
      Object.fromEntries(
        (await shapesFor(host, modelClass)).calls[0]?.keys.map(({ key, equals }) => [key, equals]) ?? [],
      );
    expect(await keysOf('claude', 'flat')).toEqual({ toolUseId: ['item', 'callId'] });
    expect(await keysOf('codex', 'exec')).toMatchObject({
      threadId: ['thread'],
      itemId: ['item'],
      callId: ['nothing'],
    });
  });
});

describe('two runs beside each other', () => {
  it('of the same client show no change, whatever their times', async () => {
    const [one, other] = [await shapesFor('codex', 'exec'), await shapesFor('codex', 'exec')];
    expect(other.requests[0]?.t).not.toBe(one.requests[0]?.t);
    expect(diffShapes(one, other)).toEqual([]);
  });

  it('of two model classes differ in their shapes, tool by tool alike', async () => {
    const changes = diffShapes(await shapesFor('codex', 'exec'), await shapesFor('codex', 'direct'));
    const [first] = changes;
    expect(first).toMatchObject({
      kind: 'shape',
      about: 'thread 1 · stage 1',
      before: 'absent, behind exec',
      after: 'namespaced',
    });
    expect(first?.tools).toContain('shape_probe · lookup');
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(
      new Set(['shape', 'envelopes', 'joins', 'headers']),
    );
  });

  it('differ when one field of one tool does', async () => {
    const one = await shapesFor('claude', 'flat');
    const other = structuredClone(one);
    for (const { tools } of other.requests)
      for (const shape of tools)
        if (shape.form === 'flat' && String(shape.tool) === 'lookup') shape.description = 'cut';
    expect(diffShapes(one, other)).toEqual([
      {
        kind: 'shape',
        about: 'thread 1 · stage 1 · flat · description',
        tools: ['shape_probe · lookup'],
        before: 'verbatim',
        after: 'cut',
      },
    ]);
  });
});

describe('a shapes document', () => {
  it('is read back as it was written, and refused when it is newer or broken', async () => {
    const document = await shapesFor('codex', 'search');
    const text = shapesText(document);
    expect(readShapes(text, 'x')).toEqual({ ok: true, value: document });
    const newer = text.replace('"schema": 1', '"schema": 2');
    expect(readShapes(newer, 'x')).toMatchObject({ ok: false, fault: { code: 'shapes-too-new' } });
    const broken = text.replace('"throughline": "shapes"', '"throughline": "shapes", "extra": 1');
    expect(readShapes(broken, 'x')).toMatchObject({ ok: false, fault: { code: 'shapes-invalid' } });
    expect(readShapes('{', 'x')).toMatchObject({ ok: false, fault: { code: 'capture-bad-json' } });
  });

  it('is a report for people as well, and no name in it breaks a table', async () => {
    const document = await shapesFor('claude', 'search');
    const report = shapesMarkdown(document);
    const titles = [...report.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'Requests',
      'Tools',
      'Predicted and observed',
      'Header names',
      'Threads',
      'Calls',
      'MCP lifecycle',
      'End',
    ]);
    expect(report).toContain('0 different');
    expect(report).toMatch(
      /nameOnly \| `\$\.messages\[\d\]\.content\[\d\]\.text` \| `mcp__shape_probe__lookup` \| behind `ToolSearch`/,
    );
    const hostile = structuredClone(document);
    for (const { tools } of hostile.requests)
      for (const shape of tools) if (shape.form === 'flat') Object.assign(shape, { name: 'a|b\n\u202e`c' });
    expect(shapesMarkdown(hostile)).toContain("`a\\|b 'c`");
  });
});
