import { describe, expect, it } from 'vitest';
import { Event, HostRef } from '../../../shared/event.ts';
import { applyPipeline, exposureFor, initPipeline, pipelineRow } from '../../../shared/model/index.ts';
import { applyDefinitions, initDefinitions } from '../../stores/definitions.ts';
import { approvalChip, discoveryChip, executionChip, exposureChip } from './cells.ts';
import { lossDiff } from './lossDiff.ts';
import { predict } from './predict.ts';

const stamp = { t: 1, source: 'mcp', evidence: 'measured', server: 'shape_probe', tool: 'lookup' };
const definition = {
  title: 'Synthetic Lookup',
  inputSchema: {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 3, default: 1 }, query: { type: 'string' } },
    required: ['query'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  bytes: 300,
};
const discovered = { ...stamp, seq: 0, kind: 'tool.discovered', index: 0, page: 0, definition };
const host = HostRef.parse({ host: 'codex', version: '0.154.0', modelClass: 'exec' });

function folded(...raw: readonly object[]) {
  const pipeline = initPipeline();
  const definitions = initDefinitions();
  for (const [seq, event] of raw.entries()) {
    const parsed = Event.parse({ ...event, seq });
    applyPipeline(pipeline, parsed);
    applyDefinitions(definitions, parsed);
  }
  const row = pipelineRow(pipeline, 'shape_probe', 'lookup');
  const prediction = predict(definitions, host);
  if (!row || !prediction) throw new Error('The row or the profile is missing.');
  return { row, prediction, definitions };
}

const finding = { ...stamp, kind: 'server.finding', code: 'tool-input-schema-invalid', severity: 'error' };
const asked = {
  ...stamp,
  kind: 'approval.requested',
  approval: 'approval:1',
  call: 'call:1',
  rules: ['CX-6.2'],
  reason: 'destructive',
  offers: ['accept', 'decline'],
  destructive: true,
};
const started = { ...stamp, kind: 'call.started', call: 'call:1', argumentBytes: 2, origin: 'host' };
const finished = {
  ...stamp,
  kind: 'call.finished',
  call: 'call:1',
  outcome: 'ok',
  durationMs: 76.4,
  resultBytes: 10,
  content: [],
  structured: false,
  violations: 0,
};

describe('chips of the matrix', () => {
  it('predicts what nobody has seen, and draws it as an assumption', () => {
    const { row, prediction } = folded(discovered);
    const exposure = exposureChip(row, exposureFor(row, host), prediction.rowOf('shape_probe', 'lookup'));
    expect(exposure).toMatchObject({ tone: 'exposure', word: 'deferred', hollow: true, fill: 'outlined' });
    expect(approvalChip(row.approval, prediction.approvalOf('shape_probe', 'lookup'))).toMatchObject({
      word: 'unasked',
      fill: 'outlined',
    });
    expect(executionChip(row.execution, 0)).toBeUndefined();
  });

  it('prefers what was observed for the host', () => {
    const exposed = {
      ...stamp,
      kind: 'tool.exposed',
      host,
      exposure: 'hidden',
      reason: 'filtered',
      rules: [],
      identity: {},
      lost: [],
      assumed: [],
    };
    const { row, prediction } = folded(discovered, exposed);
    expect(
      exposureChip(row, exposureFor(row, host), prediction.rowOf('shape_probe', 'lookup')),
    ).toMatchObject({
      tone: 'none',
      word: 'hidden from model',
    });
  });

  it('follows a call from waiting to its end', () => {
    const waiting = folded(discovered, asked).row;
    expect(approvalChip(waiting.approval, undefined)).toMatchObject({ word: 'asks', fill: 'filled' });
    expect(executionChip(waiting.execution, waiting.approval?.waiting ?? 0)).toMatchObject({
      tone: 'none',
      word: 'waiting',
    });
    const done = folded(discovered, started, finished).row;
    expect(executionChip(done.execution, 0)).toMatchObject({ tone: 'execution', word: 'ok 76 ms' });
  });

  it('names findings, and faults where the tool is broken', () => {
    expect(discoveryChip(folded(discovered).row)).toMatchObject({ tone: 'discovery', word: 'listed' });
    expect(discoveryChip(folded(discovered, finding).row)).toMatchObject({
      tone: 'fault',
      word: 'listed, 1 finding',
    });
    const broken = folded(finding).row;
    expect(discoveryChip(broken)?.word).toBe('broken, 1 finding');
    expect(exposureChip(broken, null, undefined)?.word).toBe('not offered');
    // A server that was started twice has the same fault twice; it is one.
    const other = { ...finding, pointer: '/inputSchema/type' };
    expect(discoveryChip(folded(discovered, finding, finding, other, finding).row)?.word).toBe(
      'listed, 2 findings',
    );
  });
});

describe('what the model loses', () => {
  it('shows what is gone, where it stood, and nothing else', () => {
    const { prediction, definitions } = folded(discovered);
    const known = definitions.servers.get('shape_probe')?.get('lookup');
    const losses = prediction.plan.losses({ server: 'shape_probe', tool: 'lookup' });
    const lines = known && losses ? lossDiff(known, losses) : [];
    expect(lines.map(({ change, text }) => `${change === 'removed' ? '-' : ' '} ${text}`)).toEqual([
      '  "limit": {',
      '    "type": "integer"',
      '-   "minimum": 1',
      '-   "maximum": 3',
      '-   "default": 1',
      '  }',
      '- "title": "Synthetic Lookup"',
      '- "annotations": { 4 hints }',
    ]);
  });
});
