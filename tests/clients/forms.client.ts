import { describe, expect, it } from 'vitest';
import type { ModelClass } from '../../shared/hosts/index.ts';
import { clientFor, lookupOnce, runReal, type RealRun } from './harness.ts';

/** A whole run may take this long, ms. */
const runMs = 30_000;

/** How the called tool stood in each model request: form, path without indices, deferral; or the envelope that hides it. */
const shown = ({ of }: RealRun): string[] =>
  of('exchange.request')
    .filter(({ toolCount }) => toolCount > 0)
    .map(({ observed, envelopes }) => {
      const tool = observed.find(({ route }) => String(route.tool) === 'lookup');
      if (tool === undefined) {
        const names = envelopes.map(({ name }) => String(name));
        return `absent behind ${names.find((name) => name === 'exec' || name === 'tool_search') ?? 'nothing'}`;
      }
      const path = tool.path.replaceAll(/\d+/g, 'N');
      return `${tool.form} ${path}${tool.deferLoading ? ' deferred' : ''} ${tool.description} ${tool.schema}`;
    });

function expectWhole(run: RealRun): void {
  expect(run.run).toMatchObject({ exit: 0, signal: null, ending: 'exited', left: 0 });
  expect(run.finalEquals).toBe(true);
  expect(run.run.wallMs).toBeLessThan(runMs);
  const [started, ...others] = run.of('call.started');
  expect(others).toEqual([]);
  expect(started).toMatchObject({ source: 'tap', origin: 'client', server: 'shape_probe', tool: 'lookup' });
  expect(run.of('call.finished')).toMatchObject([{ outcome: 'ok' }]);
  // The ids on both wires are one, and the arguments too.
  expect(run.of('call.attributed')).toMatchObject([{ tier: 'meta', call: started?.call }]);
  expect(run.of('call.abstained')).toEqual([]);
  expect(run.of('client.reported').map(({ what }) => what)).toEqual(
    expect.arrayContaining(['threadStarted', 'callStarted', 'callFinished', 'turnCompleted']),
  );
}

const flat = 'flat $.tools[N] verbatim verbatim';
const deferred = 'flat $.tools[N] deferred verbatim verbatim';
const nameOnly = 'nameOnly $.messages[N].content[N].text absent absent';
const hidden = 'absent behind exec';
const found = 'searchResult $.input[N].tools[N].tools[N] deferred verbatim rewritten';
const namespaced = 'namespaced $.tools[N].tools[N] verbatim rewritten';

const cases: readonly (readonly [
  id: string,
  version: string,
  modelClass: ModelClass | undefined,
  forms: readonly string[],
])[] = [
  ['claude', '2.1.268', undefined, [flat, flat]],
  ['claude', '2.1.268', 'search', [nameOnly, deferred, deferred]],
  ['claude', '2.1.332', undefined, [nameOnly, deferred, deferred]],
  ['claude', '2.1.332', 'flat', [flat, flat]],
  ['codex', '0.154.0', undefined, [hidden, hidden]],
  ['codex', '0.154.0', 'search', ['absent behind tool_search', found, found]],
  ['codex', '0.154.0', 'direct', [namespaced, namespaced]],
  ['codex', '0.171.0', undefined, [hidden, hidden]],
];

describe('a real client shows its model', () => {
  for (const [id, version, modelClass, forms] of cases) {
    it(`${id}@${version}, ${modelClass ?? 'as shipped'}: ${forms.join(', then ')}`, async ({ skip }) => {
      const client = await clientFor(id, version, skip);
      const run = await runReal(client, {
        ...(modelClass === undefined ? {} : { modelClass }),
        scenario: lookupOnce,
      });
      expectWhole(run);
      expect(shown(run)).toEqual(forms);
      expect(run.run.servers[0]?.handshake.client.version).toBe(version);
    });
  }
});
