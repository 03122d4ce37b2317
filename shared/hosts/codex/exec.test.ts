import { describe, expect, it } from 'vitest';
import { LOOKUP, profileOf } from '../testing.ts';
import type { ExecOutcome, ExecProgram } from '../types.ts';
import { codexExec } from './exec.ts';

const call = { name: 'mcp__shape_probe__lookup', arguments: { query: 'x' } };
const route = { server: 'shape_probe', tool: 'lookup' };
const done = (text: string): ExecOutcome => ({
  name: call.name,
  route,
  result: { content: [{ type: 'text', text }], _meta: { secret: 1 } },
});
const failed: ExecOutcome = { name: call.name, error: 'user rejected MCP tool call' };
const program = (more: Partial<ExecProgram>): ExecProgram => ({
  calls: [call, call],
  order: 'parallel',
  print: true,
  ...more,
});

describe('codex exec', () => {
  it('renders programs', () => {
    expect(codexExec.render(program({}))).toBe(
      'for (const r of await Promise.all([tools.mcp__shape_probe__lookup({"query":"x"}), tools.mcp__shape_probe__lookup({"query":"x"})])) text(JSON.stringify(r.content ?? r));',
    );
    expect(codexExec.render(program({ calls: [call], order: 'sequence' }))).toBe(
      'const r0 = await tools.mcp__shape_probe__lookup({"query":"x"}); text(JSON.stringify(r0.content ?? r0));',
    );
    expect(codexExec.render(program({ calls: [], order: 'sequence' }))).toBe('text("");');
  });

  it('quotes a name that is no identifier instead of writing it as code', () => {
    const hostile = { name: 'x); process.exit(1); (', arguments: {} };
    expect(codexExec.render(program({ calls: [hostile], order: 'sequence', print: false }))).toBe(
      'await tools["x); process.exit(1); ("]({});',
    );
  });

  it('resolves names through the plan', () => {
    const plan = profileOf('codex').plan([LOOKUP], { modelClass: 'exec' });
    expect(codexExec.resolve(plan, program({ calls: [call, { name: 'mcp__none', arguments: {} }] }))).toEqual(
      [route, undefined],
    );
  });

  it('prints results without _meta, under a status and the wall time', () => {
    expect(codexExec.output(program({}), [done('a'), done('b')], 1500).value).toBe(
      'Script completed\nWall time 1.5 seconds\nOutput:\n[{"type":"text","text":"a"}]\n[{"type":"text","text":"b"}]',
    );
  });

  it('shows the provider nothing of a result that is not printed', () => {
    const projection = codexExec.output(program({ print: false }), [done('a'), done('b')], 0);
    expect(projection.value).toBe('Script completed\nWall time 0.0 seconds\nOutput:');
    expect(projection.lost).toContain('content');
  });

  it('a failed call rejects the whole of a parallel program, and the rest of a sequence', () => {
    expect(codexExec.output(program({}), [done('a'), failed], 0).value).toBe(
      'Script failed\nWall time 0.0 seconds\nOutput:\nError: user rejected MCP tool call',
    );
    expect(codexExec.output(program({ order: 'sequence' }), [done('a'), failed], 0).value).toBe(
      'Script failed\nWall time 0.0 seconds\nOutput:\n[{"type":"text","text":"a"}]\nError: user rejected MCP tool call',
    );
  });

  it('numbers nested calls by uuid', () => {
    expect(codexExec.nestedCallId('1-2')).toBe('exec-1-2');
  });
});
