import { describe, expect, it } from 'vitest';
import { callTimes, callsOverTime } from './call-times.ts';
import { callRows } from './calls.ts';
import { foldCapture } from './capture-state.ts';
import { withVerdicts } from './testing/arbitrary-events.ts';
import { code, exec, local, server, tool } from './testing/ids.ts';
import { Story } from './testing/story.ts';

const about = { call: local('call', 1), server: server('shape_probe'), tool: tool('lookup') };

describe('where the time of a call went', () => {
  const run = (story: Story) => {
    const { calls, threads } = foldCapture(withVerdicts(story.events));
    const [row] = callRows(calls);
    return row === undefined ? null : callTimes(row, threads);
  };

  it('from the start of the response to the request that takes the result back', () => {
    const story = new Story()
      .request(0, 'main')
      .started(10, 'main', 'resp')
      .item(110, 'main', 'item')
      .completed(111, 'main', 'resp');
    story
      .tell(120, {
        kind: 'approval.requested',
        source: 'host',
        evidence: 'derived',
        ...about,
        approval: local('approval', 1),
        rules: [],
        reason: code('destructive'),
        offers: ['accept', 'decline'],
        destructive: true,
      })
      .tell(620, {
        kind: 'approval.decided',
        source: 'host',
        evidence: 'derived',
        ...about,
        approval: local('approval', 1),
        decision: 'accept',
        by: 'user',
        path: [],
        remembered: 'no',
        edited: false,
        waitedMs: 500,
      })
      .call(625, 700)
      .request(720, 'main', { outputs: ['item'] });
    expect(run(story)).toEqual({
      model: 100,
      client: 10,
      approval: 500,
      server: 75,
      transport: 0,
      delivery: 20,
    });
  });

  it('leaves out what was not observed', () => {
    expect(run(new Story().call(10, 30))).toEqual({
      model: null,
      client: null,
      approval: null,
      server: 20,
      transport: 0,
      delivery: null,
    });
    expect(
      run(new Story().request(0, 'main').turn(10, 'main', 'resp', { item: exec }).call(20, null)),
    ).toMatchObject({
      server: null,
      transport: null,
    });
  });
});

describe('calls over time', () => {
  it('counts ends and errors in equal parts of the span', () => {
    const story = new Story()
      .call(0, 100)
      .call(0, 150, { outcome: 'toolError' })
      .call(0, 300)
      .call(0, 300, { outcome: 'skipped' });
    const { calls } = foldCapture(story.events);
    expect(callsOverTime(calls.rows.values(), 2)).toEqual([
      { from: 100, to: 200, calls: 2, errors: 1 },
      { from: 200, to: 300, calls: 1, errors: 0 },
    ]);
    expect(callsOverTime([], 4)).toEqual([]);
  });
});
