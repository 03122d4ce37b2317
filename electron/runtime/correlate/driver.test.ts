import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import figures from '../../../tests/fixtures/probe-figures.json' with { type: 'json' };
import type { Event, EventOf, Kind } from '../../../shared/event.ts';
import { baseEvents } from '../../../shared/model/testing/arbitrary-events.ts';
import { exec, local, wire } from '../../../shared/model/testing/ids.ts';
import { Story } from '../../../shared/model/testing/story.ts';
import { memoryLog } from '../event-log.ts';
import { createRecorder, type Recorder } from '../recorder.ts';
import { startCorrelator, type Correlator } from './driver.ts';
import { judgeAgain, recorrelate } from './recorrelate.ts';

interface Live {
  readonly recorder: Recorder;
  readonly events: Event[];
  readonly correlator: Correlator;
}

/** A recorder with its correlator; waits for nothing. */
function live(waitMs?: number): Live {
  const events: Event[] = [];
  const recorder = createRecorder({
    capture: 'test',
    name: 'test',
    writer: '0.1.0',
    simulated: false,
    openLog: () => memoryLog(events),
  });
  const correlator = startCorrelator(recorder, waitMs === undefined ? {} : { waitMs });
  return { recorder, events, correlator };
}

/** Tells a story through the bus, at the times of the story. */
function tell(recorder: Recorder, story: Story): void {
  for (const { seq: _seq, t, ...draft } of story.events) recorder.emitAt(draft, t);
}

const next = <K extends Kind>(recorder: Recorder, kind: K): Promise<EventOf<K>> =>
  new Promise((resolve) => {
    const forget = recorder.onEvent((event) => {
      if (event.kind !== kind) return;
      forget();
      resolve(event as EventOf<K>);
    });
  });

const verdictsIn = (events: readonly Event[]): EventOf<'call.attributed' | 'call.abstained'>[] =>
  events.filter((event) => event.kind === 'call.attributed' || event.kind === 'call.abstained');

/** The published parent and child run. */
const overlapping = (): Story => {
  const { parent, child } = figures.parentChild.threads;
  const story = new Story()
    .thread(900, 'parent')
    .thread(900, 'child')
    .request(1000, 'parent')
    .request(1000, 'child');
  for (const [thread, { window, mcpCall }] of [['parent', parent] as const, ['child', child] as const]) {
    const [opens = 0, closes = 0] = window;
    const [start = 0, end = 0] = mcpCall;
    story
      .turn(opens, thread, `${thread}-resp`, { [`${thread}-exec`]: exec })
      .call(start, end)
      .request(closes, thread, { outputs: [`${thread}-exec`] });
  }
  return story;
};

describe('the live correlator', () => {
  it('gives the published calls each to its own thread, through the bus', async () => {
    const { recorder, events } = live();
    tell(recorder, overlapping());
    await turn();
    expect(verdictsIn(events)).toMatchObject([
      { kind: 'call.attributed', call: local('call', 1), thread: wire('parent'), tier: 'window' },
      { kind: 'call.attributed', call: local('call', 2), thread: wire('child'), tier: 'window' },
    ]);
    await recorder.end('finished');
    expect(recorrelate(events)).toEqual({ calls: 2, differences: [] });
  });

  it('abstains where the wait is shorter than the boundary is late', async () => {
    const { recorder, events } = live(50);
    tell(recorder, overlapping());
    await turn();
    expect(verdictsIn(events)[1]).toMatchObject({ kind: 'call.abstained', reason: 'missing-boundary' });
    const expired = events.find((event) => event.kind === 'window.expired');
    expect(expired).toMatchObject({ t: 28_901, waitMs: 50, windows: [local('window', 2)] });
  });

  it('ends a wait by itself when nothing else happens', async () => {
    const { recorder, events } = live(20);
    const story = new Story().request(0, 'main').turn(10, 'main', 'resp', { item: exec }).call(20, 30);
    const judged = next(recorder, 'call.abstained');
    tell(recorder, story);
    expect(await judged).toMatchObject({ reason: 'missing-boundary', t: 50 });
    tell(recorder, new Story().request(45, 'main', { outputs: ['item'] }));
    await turn();
    expect(events.map((event) => event.kind).slice(-4)).toEqual([
      'window.expired',
      'call.abstained',
      'exchange.request',
      'window.closed',
    ]);
    expect(judgeAgain(events, { waitMs: 20 })).toMatchObject({
      verdicts: [{ kind: 'call.abstained' }],
      differences: [],
    });
  });

  it('does its work off the path of the event that it judges', async () => {
    const { recorder, events } = live();
    let emitting = false;
    const inside: Kind[] = [];
    recorder.onEvent((event) => {
      if (emitting && event.source === 'correlator') inside.push(event.kind);
    });
    for (const { seq: _seq, t, ...draft } of overlapping().events) {
      emitting = true;
      recorder.emitAt(draft, t);
      emitting = false;
    }
    expect(inside).toEqual([]);
    expect(verdictsIn(events)).toEqual([]);
    await turn();
    expect(verdictsIn(events)).toHaveLength(2);
  });

  it('judges what is left when the capture ends', async () => {
    const { recorder, events } = live();
    tell(
      recorder,
      new Story().request(0, 'main').turn(10, 'main', 'resp', { item: exec }).call(20, 30).call(25, null),
    );
    await recorder.end('stopped');
    expect(verdictsIn(events)).toMatchObject([
      { call: local('call', 1), reason: 'missing-boundary' },
      { call: local('call', 2), reason: 'missing-boundary' },
    ]);
    expect(recorrelate(events)).toEqual({ calls: 2, differences: [] });
  });

  it('can be asked to finish first, so that the end stays last', async () => {
    const { recorder, events, correlator } = live();
    tell(recorder, new Story().request(0, 'main').turn(10, 'main', 'resp', { item: exec }).call(20, 30));
    correlator.finish();
    await recorder.end('stopped');
    expect(events.at(-1)).toMatchObject({ kind: 'capture.ended' });
    expect(recorrelate(events)).toEqual({ calls: 1, differences: [] });
  });

  it('says nothing more once it is stopped', async () => {
    const { recorder, events, correlator } = live(5);
    tell(recorder, overlapping());
    correlator.stop();
    await turn();
    expect(events.filter((event) => event.source === 'correlator')).toEqual([]);
  });

  it('judges live as it judges afterwards, however the events come', async () => {
    const pauses = fc.array(fc.nat(60), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(baseEvents(60), pauses, fc.constantFrom(0, 250), async (told, breaks, waitMs) => {
        const { recorder, events } = live(waitMs);
        for (const [index, { seq: _seq, t, ...draft }] of told.entries()) {
          if (breaks.includes(index)) await turn();
          recorder.emitAt(draft, t);
        }
        await turn();
        await recorder.end('finished');
        expect(recorrelate(events, { waitMs }).differences).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('judging a capture again', () => {
  const recorded = async (): Promise<Event[]> => {
    const { recorder, events } = live();
    tell(recorder, overlapping());
    await turn();
    await recorder.end('finished');
    return events;
  };

  it('reports a verdict that does not follow, or that is missing', async () => {
    const events = await recorded();
    const forged = events.map((event) =>
      event.kind === 'call.attributed' && event.call === 'call:1'
        ? { ...event, thread: wire('child') }
        : event,
    );
    const { differences } = recorrelate(forged);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatchObject({
      call: 'call:1',
      recorded: expect.stringContaining(`thread ${wire('child')}`),
      recomputed: expect.stringContaining(`thread ${wire('parent')}`),
    });
    const without = events.filter((event) => event.kind !== 'call.attributed' || event.call === 'call:1');
    expect(recorrelate(without).differences).toMatchObject([{ call: 'call:2', recorded: 'none' }]);
  });

  it('does not count a capture that was never judged as different', () => {
    const { verdicts, differences } = judgeAgain(overlapping().ended(30_000).events);
    expect({ verdicts: verdicts.length, differences }).toEqual({ verdicts: 2, differences: [] });
  });

  it('does not count what is still being judged as different', async () => {
    const { recorder, events } = live();
    tell(recorder, overlapping().call(29_000, null));
    await turn();
    expect(judgeAgain(events)).toMatchObject({ verdicts: { length: 3 }, differences: [] });
    await recorder.end('finished');
  });

  it('takes another wait at its word, whatever was recorded', async () => {
    const events = await recorded();
    expect(recorrelate(events, { waitMs: 50 }).differences).toMatchObject([
      { call: 'call:2', recomputed: expect.stringMatching(/^abstained missing-boundary/) },
    ]);
  });
});
