import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import figures from '../../tests/fixtures/probe-figures.json' with { type: 'json' };
import type { Event } from '../event.ts';
import { restoreState, saveState } from './saved.ts';
import { captureEvents, withVerdicts } from './testing/arbitrary-events.ts';
import { envelope, exec, instance, local, server, wire } from './testing/ids.ts';
import { naiveLanes, naiveSlices } from './testing/naive-timeline.ts';
import { Story } from './testing/story.ts';
import { TimelineState, applyTimeline, initTimeline, type TimelineSlice } from './timeline.ts';

const fold = (events: readonly Event[], state = initTimeline()): TimelineState => {
  for (const event of events) applyTimeline(state, event);
  return state;
};

const reborn = (state: TimelineState): TimelineState => {
  const restored = restoreState(TimelineState, saveState(state));
  if (!restored.ok) throw new Error(restored.fault.cause);
  return restored.value;
};

const facts = ({ id, lane, start, end, style, parent, group, attribution, reason }: TimelineSlice) => ({
  id,
  lane,
  start,
  end,
  style,
  parent,
  group,
  attribution,
  reason,
});

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

describe('the timeline', () => {
  it('folded in two parts, saved and restored between them, equals a plain reference', () => {
    fc.assert(
      fc.property(captureEvents(90), fc.nat(120), (events, cut) => {
        const state = fold(events.slice(cut), reborn(fold(events.slice(0, cut))));
        expect(state.slices.map(facts).toSorted(byId)).toEqual(naiveSlices(events).toSorted(byId));
        const threads = state.lanes
          .filter((lane) => lane.kind === 'thread')
          .map((lane) => [lane.id, lane.parent]);
        expect(new Map(threads as [string, string | null][])).toEqual(naiveLanes(events));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what a view relies on', () => {
    fc.assert(
      fc.property(captureEvents(90), (events) => {
        const state = initTimeline();
        let ids: string[] = [];
        for (const event of events) {
          const { revision } = state;
          const before = [...state.slices, ...state.lanes, ...state.connectors];
          applyTimeline(state, event);
          const after = [...state.slices, ...state.lanes, ...state.connectors];
          const changed =
            after.length !== before.length || after.some((entry, index) => entry !== before[index]);
          expect(!changed || state.revision > revision).toBe(true);
          expect(state.slices.slice(0, ids.length).map((slice) => slice.id)).toEqual(ids);
          ids = state.slices.map((slice) => slice.id);
        }
        const lanes = new Set(state.lanes.map((lane) => lane.id));
        const slices = new Set(ids);
        expect(slices.size).toBe(ids.length);
        expect(state.slices.filter((slice) => !lanes.has(slice.lane) || slice.end < slice.start)).toEqual([]);
        expect(state.connectors.filter(({ from, to }) => !slices.has(from) || !slices.has(to))).toEqual([]);
        expect(
          new Set(state.lanes.filter((lane) => lane.kind === 'thread').map((lane) => lane.label)).size,
        ).toBe(state.counts.threads);
      }),
      { numRuns: 30 },
    );
  });
});

describe('what the timeline says', () => {
  const { parent, child } = figures.parentChild.threads;

  /** The published run, with parents on the wire and the child in a process of its own. */
  const run = (): TimelineState => {
    const [parentStart = 0, parentEnd = 0] = parent.mcpCall;
    const [childStart = 0, childEnd = 0] = child.mcpCall;
    const story = new Story()
      .thread(19_000, 'parent')
      .thread(20_000, 'child', 'parent')
      .request(19_010, 'parent')
      .request(20_010, 'child')
      .turn(19_637, 'parent', 'parent-resp', { 'parent-exec': exec })
      .turn(21_818, 'child', 'child-resp', { 'child-exec': exec })
      .call(parentStart, parentEnd, {
        tool: 'slow_lookup',
        meta: { threadId: wire('parent'), itemId: wire('parent-exec') },
      })
      .call(childStart, childEnd, { tool: 'slow_lookup' })
      .request(26_915, 'parent', { outputs: ['parent-exec'] })
      .request(28_939, 'child', { outputs: ['child-exec'] });
    for (const [t, number] of [[18_000, 1] as const, [20_500, 2] as const]) {
      story.tell(t, {
        kind: 'client.state',
        source: 'mcp',
        evidence: 'measured',
        server: server('shape_probe'),
        instance: instance('shape_probe', number),
        state: 'ready',
      });
    }
    return fold(withVerdicts(withInstances(story.events)));
  };

  /** The second call went to the second process. */
  const withInstances = (events: readonly Event[]): Event[] =>
    events.map((event) =>
      event.kind === 'call.started'
        ? { ...event, instance: instance('shape_probe', Number(event.call.slice(5))) }
        : event,
    );

  it('names parents, children and processes', () => {
    const state = run();
    expect(state.lanes.map(({ label, note, parent: above }) => [label, note, above])).toEqual([
      ['Parent', expect.stringMatching(/^thread \w{4}…\w{3}$/), null],
      ['Child', 'parent id on wire', `thread/${wire('parent')}`],
      ['Unattributed', null, null],
    ]);
    const [first, second] = state.slices.filter((slice) => slice.ref.kind === 'call');
    expect(first).toMatchObject({
      group: 'shape_probe',
      label: 'slow_lookup 7.003 s',
      thread: 'Parent',
      attribution: 'meta, measured',
    });
    expect(second).toMatchObject({
      group: 'shape_probe (2nd)',
      label: 'slow_lookup 7.002 s',
      thread: 'Child',
      attribution: 'window, derived',
    });
  });

  it('draws a solid line for ids and a dashed one for containment', () => {
    expect(run().connectors).toEqual([
      { id: 'link/call:1', from: `item/${wire('parent-exec')}`, to: 'call/call:1', evidence: 'id' },
      { id: 'link/call:2', from: `item/${wire('child-exec')}`, to: 'call/call:2', evidence: 'containment' },
    ]);
  });

  it('puts a running call where its own ids point before the verdict', () => {
    const story = new Story().thread(0, 'main').request(1, 'main').turn(10, 'main', 'resp', { item: exec });
    story.call(20, null, { meta: { threadId: wire('main') } }).call(21, null);
    const { slices } = fold(story.events);
    expect(slices.filter((slice) => slice.ref.kind === 'call').map((slice) => slice.lane)).toEqual([
      `thread/${wire('main')}`,
      'unattributed',
    ]);
  });

  it('says why nobody owns a call, and who made one that the model did not', () => {
    const story = new Story().call(20, 30).call(40, 50, { origin: 'user' });
    const [none, user] = fold(withVerdicts(story.events)).slices;
    expect(none).toMatchObject({
      style: 'abstained',
      note: 'fits no window: abstained',
      reason: 'no-window',
    });
    expect(user).toMatchObject({ style: 'call-ok', note: 'called by the user', reason: null });
  });

  it('tells warm-ups, envelopes and cut responses', () => {
    const story = new Story()
      .request(1, 'main', { prewarm: true })
      .turn(10, 'main', 'warm', {})
      .request(20, 'main')
      .started(30, 'main', 'resp')
      .item(40, 'main', 'wait', { carrier: envelope('wait') })
      .tell(50, {
        kind: 'exchange.closed',
        source: 'provider',
        evidence: 'measured',
        exchange: local('exchange', 1),
        bytes: 0,
        durationMs: 0,
      });
    expect(fold(story.events).slices.map(({ label, style, note }) => [label, style, note])).toEqual([
      ['warm-up', 'response', null],
      ['resp 1', 'response-error', 'cut off'],
      ['wait', 'item', null],
    ]);
  });
});
