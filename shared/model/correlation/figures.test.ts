import { describe, expect, it } from 'vitest';
import figures from '../../../tests/fixtures/probe-figures.json' with { type: 'json' };
import { foldCapture } from '../capture-state.ts';
import { exec, local, wire } from '../testing/ids.ts';
import { correlate, verdicts } from '../testing/judge.ts';
import { Story } from '../testing/story.ts';
import { threadTree } from '../threads.ts';
import { overlapMs } from './measures.ts';
import type { CorrelationOptions } from './machine.ts';

// The published runs, told as raw events: nothing but boundaries, threads and routes.

interface Moved {
  readonly parentCloses?: number;
}

function singleRun(): Story {
  const { thread, responseItem, responseCompletedAt, mcpCall, nextRequestAt } = figures.executionWindow;
  return new Story()
    .thread(1000, thread)
    .request(6000, thread)
    .started(6100, thread, 'resp-1')
    .item(responseItem.completedAt, thread, 'exec-1')
    .completed(responseCompletedAt, thread, 'resp-1')
    .call(mcpCall.start, mcpCall.end)
    .request(nextRequestAt, thread, { outputs: ['exec-1'], previous: 'resp-1' });
}

function parentAndChild(moved: Moved = {}): Story {
  const { parent, child } = figures.parentChild.threads;
  const [parentOpens = 0, parentCloses = 0] = parent.window;
  const [childOpens = 0, childCloses = 0] = child.window;
  const [parentStart = 0, parentEnd = 0] = parent.mcpCall;
  const [childStart = 0, childEnd = 0] = child.mcpCall;
  return new Story()
    .thread(900, 'parent')
    .thread(900, 'child')
    .request(1000, 'parent')
    .request(1000, 'child')
    .turn(parentOpens, 'parent', 'parent-resp', { 'parent-exec': exec })
    .turn(childOpens, 'child', 'child-resp', { 'child-exec': exec })
    .call(parentStart, parentEnd)
    .call(childStart, childEnd)
    .request(moved.parentCloses ?? parentCloses, 'parent', {
      outputs: ['parent-exec'],
      previous: 'parent-resp',
    })
    .request(childCloses, 'child', { outputs: ['child-exec'], previous: 'child-resp' });
}

const parentCall = local('call', 1);
const childCall = local('call', 2);

const judged = (story: Story, options?: CorrelationOptions) => {
  const all = verdicts(story.events, options);
  return { parent: all.get(parentCall), child: all.get(childCall) };
};

describe('the published figures as raw events', () => {
  it('attributes the single call by its window', () => {
    const verdict = verdicts(singleRun().events).get(parentCall);
    expect(verdict).toMatchObject({
      kind: 'call.attributed',
      tier: 'window',
      thread: wire(figures.executionWindow.thread),
      item: wire('exec-1'),
    });
  });

  it('gives two overlapping calls each to its own thread', () => {
    const { parent, child } = judged(parentAndChild());
    expect(parent).toMatchObject({
      kind: 'call.attributed',
      tier: 'window',
      thread: wire('parent'),
      item: wire('parent-exec'),
    });
    expect(child).toMatchObject({
      kind: 'call.attributed',
      tier: 'window',
      thread: wire('child'),
      item: wire('child-exec'),
    });
    const { calls } = foldCapture(parentAndChild().events);
    expect(overlapMs(calls.rows.get(parentCall), calls.rows.get(childCall))).toBe(
      figures.parentChild.expect.overlapMs,
    );
  });

  it('measures how late each close boundary came', () => {
    const lags = [singleRun(), parentAndChild()].flatMap((story) => {
      const ends = story.events.flatMap((event) => (event.kind === 'call.finished' ? [event.t] : []));
      const closes = correlate(story.events).flatMap(({ draft }) =>
        draft.kind === 'window.closed' ? [draft.closedAt] : [],
      );
      return closes.map((close, index) => close - (ends[index] ?? NaN));
    });
    expect(lags).toEqual([14, 32, 88]);
    expect(Math.max(...lags)).toBe(figures.parentChild.expect.largestCloseLagMs);
  });

  it('abstains where the same boundary comes after the end of a shorter wait', () => {
    expect(judged(parentAndChild(), { waitMs: 250 }).child).toMatchObject({
      kind: 'call.attributed',
      thread: wire('child'),
    });
    const { parent, child } = judged(parentAndChild(), { waitMs: 50 });
    expect(parent).toMatchObject({ kind: 'call.attributed', thread: wire('parent') });
    expect(child).toMatchObject({ kind: 'call.abstained', reason: 'missing-boundary' });
  });

  it('still takes a boundary at the very end of the wait', () => {
    expect(judged(parentAndChild(), { waitMs: 88 }).child).toMatchObject({ kind: 'call.attributed' });
    expect(judged(parentAndChild(), { waitMs: 87.999 }).child).toMatchObject({ kind: 'call.abstained' });
  });

  it('changes the verdict when a boundary moves across the end of an interval', () => {
    const [, end = 0] = figures.parentChild.threads.parent.mcpCall;
    expect(judged(parentAndChild({ parentCloses: end })).parent).toMatchObject({
      kind: 'call.attributed',
      thread: wire('parent'),
    });
    expect(judged(parentAndChild({ parentCloses: end - 0.001 })).parent).toMatchObject({
      kind: 'call.abstained',
      reason: 'no-window',
    });
  });

  it('joins no threads without evidence of identity', () => {
    const events = parentAndChild().events;
    const recorded = correlate(events).map(({ draft, t }, index) => ({
      ...draft,
      t,
      seq: events.length + index,
    }));
    const tree = threadTree(foldCapture([...events, ...recorded]).threads);
    expect(tree.map((node) => [node.thread.thread, node.children.length])).toEqual([
      [wire('parent'), 0],
      [wire('child'), 0],
    ]);
    expect(figures.parentChild.expect.joinThreads).toBe(false);
  });
});
