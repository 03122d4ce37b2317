import { describe, expect, it } from 'vitest';
import { Event } from '../../shared/event.ts';
import { summarize } from './summary.ts';

describe('summarize', () => {
  it('tells the facts and leaves out the stamp', () => {
    const event = Event.parse({
      seq: 1,
      t: 2,
      kind: 'call.finished',
      source: 'mcp',
      evidence: 'measured',
      call: 'call:1',
      server: 's',
      tool: 't',
      outcome: 'ok',
      durationMs: 4,
      resultBytes: 9,
      content: [{ type: 'text', count: 1 }],
      structured: true,
      violations: 0,
    });
    expect(summarize(event)).toBe(
      'call call:1 · server s · tool t · outcome ok · durationMs 4 · resultBytes 9 · content [text/1] · structured true · violations 0',
    );
  });
});
