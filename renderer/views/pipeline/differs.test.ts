import { describe, expect, it } from 'vitest';
import { Event } from '../../../shared/event.ts';
import { applyPipeline, initPipeline, pipelineRow } from '../../../shared/model/index.ts';
import { applyDefinitions, initDefinitions } from '../../stores/definitions.ts';
import { hostChoices } from '../../stores/hosts.ts';
import { differ, hostChips, rowDiffers } from './differs.ts';
import { predict, type Prediction } from './predict.ts';

const stamp = { t: 1, source: 'mcp', evidence: 'measured', server: 'shape_probe', tool: 'lookup' };
const definition = {
  description: 'Looks up one synthetic record.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  bytes: 300,
};
const discovered = { ...stamp, kind: 'tool.discovered', index: 0, page: 0, definition };
const removed = { ...stamp, kind: 'tool.removed' };

function folded(...raw: readonly object[]) {
  const pipeline = initPipeline();
  const definitions = initDefinitions();
  for (const [seq, event] of raw.entries()) {
    const parsed = Event.parse({ ...event, seq });
    applyPipeline(pipeline, parsed);
    applyDefinitions(definitions, parsed);
  }
  const row = pipelineRow(pipeline, 'shape_probe', 'lookup');
  if (!row) throw new Error('The row is missing.');
  const at = (label: string): Prediction => {
    const choice = hostChoices().find((one) => one.label.startsWith(label));
    const prediction = choice && predict(definitions, choice.host);
    if (!prediction) throw new Error(`There is no host ${label}.`);
    return prediction;
  };
  return { row, codex: at('Codex'), claude: at('Claude Code') };
}

describe('two hosts side by side', () => {
  it('differ where one shows or asks otherwise than the other', () => {
    const { row, codex, claude } = folded(discovered);
    expect(hostChips(row, null, claude)).toMatchObject({
      exposure: { word: 'direct', fill: 'outlined' },
      approval: { word: 'asks' },
    });
    expect(hostChips(row, null, codex)).toMatchObject({ approval: { word: 'unasked' } });
    expect(rowDiffers(row, codex, claude)).toBe(true);
    expect(rowDiffers(row, claude, claude)).toBe(false);
  });

  it('do not differ about a tool that is gone', () => {
    const { row, codex, claude } = folded(discovered, removed);
    expect(differ(hostChips(row, null, codex), hostChips(row, null, claude))).toBe(false);
  });
});
