import { describe, expect, it } from 'vitest';
import { ShapesDocument, type PredictionRow, type Shape } from '../../shared/shapes/document.ts';
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
