import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stack } from './layout.ts';
import { Scene } from './scene.ts';
import { contents, indexFaults, lane, slice, timelineState } from './testing.ts';
import type { TimelineSlice } from './types.ts';

function drawn(scene: Scene): unknown[] {
  return scene.store.rows
    .filter((row) => row.track.n > 0)
    .map((row) => [
      row.lane,
      row.group.heading,
      contents(row.track).map(({ start, end, style, id }) => [start, end, style, id]),
    ]);
}

describe('Scene', () => {
  it('puts children right below their parents, then what is unattributed, then what waits', () => {
    const scene = new Scene();
    scene.read(
      timelineState({
        lanes: [
          lane('waiting', { kind: 'waiting' }),
          lane('unattributed', { kind: 'unattributed' }),
          lane('a'),
          lane('b'),
          lane('a2', { parent: 'a' }),
          lane('a2x', { parent: 'a2' }),
          lane('a1', { parent: 'a' }),
        ],
      }),
    );
    expect(scene.order.map(({ label, depth }) => [label, depth])).toEqual([
      ['a', 0],
      ['a2', 1],
      ['a2x', 2],
      ['a1', 1],
      ['b', 0],
      ['unattributed', 0],
      ['waiting', 0],
    ]);
  });

  it('shows every thread once, even when parents are unknown or name each other in a circle', () => {
    const scene = new Scene();
    scene.read(
      timelineState({
        lanes: [
          lane('a', { parent: 'b' }),
          lane('b', { parent: 'a' }),
          lane('c', { parent: 'gone' }),
          lane('d', { parent: 'd' }),
        ],
      }),
    );
    expect(scene.order.map((place) => place.label).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the same picture whether it read every state or only the last', () => {
    const changes = fc.array(
      fc.record({
        pick: fc.nat({ max: 40 }),
        group: fc.constantFrom('one', 'two'),
        length: fc.nat({ max: 20 }),
        readNow: fc.boolean(),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(changes, (list) => {
        const lanes = [lane('a')];
        const streamed = new Scene();
        let slices: TimelineSlice[] = [];
        for (const { pick, group, length, readNow } of list) {
          const open = slices[pick % Math.max(1, slices.length)];
          // Calls close in the order in which they opened, one after the other, so that packing has only one answer.
          const time = slices.length * 100;
          if (open?.end === Infinity)
            slices = slices.with(slices.indexOf(open), {
              ...open,
              end: open.start + length,
              style: 'call-ok',
            });
          else if (slices.every((known) => known.end < time))
            slices = [
              ...slices,
              slice(`s${slices.length}`, { lane: 'a', group, start: time, end: Infinity }),
            ];
          if (readNow) streamed.read(timelineState({ lanes, slices }));
        }
        streamed.read(timelineState({ lanes, slices }));
        const whole = new Scene();
        whole.read(timelineState({ lanes, slices }));
        expect(drawn(streamed)).toEqual(drawn(whole));
        expect(streamed.store.rows.flatMap((row) => indexFaults(row.track))).toEqual([]);
      }),
    );
  });

  it('moves a call from the waiting lane to its thread and draws the connector once both ends are there', () => {
    const lanes = [lane('a'), lane('waiting', { kind: 'waiting' })];
    const call = slice('call', { lane: 'waiting', start: 10, end: Infinity, style: 'call-running' });
    const connectors = [{ id: 'x', from: 'item', to: 'call', evidence: 'id' as const }];
    const scene = new Scene();
    scene.read(timelineState({ lanes, slices: [call], connectors }));
    expect([...scene.store.causes]).toEqual([]);
    const item = slice('item', {
      ref: { kind: 'item', id: 'item' },
      lane: 'a',
      group: null,
      start: 9,
      end: 9,
      style: 'item',
    });
    scene.read(
      timelineState({ lanes, slices: [{ ...call, lane: 'a', end: 20, style: 'call-ok' }, item], connectors }),
    );
    expect(scene.store.rowOf(0)?.lane).toBe(0);
    expect([...scene.store.causes]).toEqual([[0, { from: 1, solid: true }]]);
  });

  it('starts over for another capture', () => {
    const scene = new Scene();
    const lanes = [lane('a')];
    scene.read(
      timelineState({
        lanes,
        slices: [slice('x', { lane: 'a' }), slice('y', { lane: 'a', start: 500, end: 600 })],
      }),
    );
    expect(scene.read(timelineState({ lanes, slices: [slice('z', { lane: 'a' })] }))).toBe(true);
    expect(scene.store.rows.map((row) => row.track.n)).toEqual([1]);
  });

  it('leaves out a slice whose times are not numbers instead of breaking a row', () => {
    const scene = new Scene();
    scene.read(
      timelineState({
        lanes: [lane('a')],
        slices: [slice('x', { lane: 'a', start: NaN }), slice('y', { lane: 'a', start: 5, end: 1 })],
      }),
    );
    expect(drawn(scene)).toEqual([[0, 'shape_probe', [[5, 5, expect.any(Number), 1]]]]);
  });
});

describe('stack', () => {
  it('keeps an emptied row while live and drops it afterwards', () => {
    const lanes = [lane('a'), lane('waiting', { kind: 'waiting' })];
    const call = slice('call', { lane: 'waiting', start: 10, end: Infinity });
    const scene = new Scene();
    scene.read(timelineState({ lanes, slices: [call] }));
    scene.read(timelineState({ lanes, slices: [{ ...call, lane: 'a' }] }));
    expect(stack(scene.store, scene.order, true).lanes.map((box) => box.kind)).toEqual(['thread', 'waiting']);
    expect(stack(scene.store, scene.order, false).lanes.map((box) => box.kind)).toEqual(['thread']);
  });

  it('never moves a lane up or makes it smaller while slices arrive', () => {
    const calls = fc.array(
      fc.record({
        lane: fc.constantFrom('a', 'b'),
        group: fc.constantFrom('one', 'two'),
        start: fc.nat(50),
        length: fc.nat(30),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(calls, (list) => {
        const lanes = [lane('a'), lane('b')];
        const scene = new Scene();
        let before = stack(scene.store, scene.order, true);
        const slices: TimelineSlice[] = [];
        const shrunk: number[] = [];
        for (const [i, call] of list.entries()) {
          slices.push(slice(`s${i}`, { ...call, end: call.start + call.length }));
          scene.read(timelineState({ lanes, slices: [...slices] }));
          const after = stack(scene.store, scene.order, true);
          for (const [n, box] of before.lanes.entries()) {
            const now = after.lanes[n];
            if (now === undefined || now.y < box.y || now.height < box.height) shrunk.push(n);
          }
          before = after;
        }
        expect(shrunk).toEqual([]);
      }),
    );
  });
});
