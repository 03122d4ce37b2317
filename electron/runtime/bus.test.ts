import { describe, expect, it } from 'vitest';
import type { Draft, Event } from '../../shared/event.ts';
import { createBus, elapsedMs } from './bus.ts';
import { createGate } from './sanitize.ts';

const gate = createGate();
const note = (count: number): Draft => ({
  kind: 'capture.note',
  source: 'host',
  evidence: 'measured',
  code: gate.code('n'),
  count,
});

describe('the bus', () => {
  it('stamps a dense seq and stores before it tells', () => {
    const stored: Event[] = [];
    const heard: number[] = [];
    const bus = createBus(process.hrtime.bigint(), (event) => stored.push(event));
    bus.onEvent((event) => {
      expect(stored.at(-1)).toBe(event);
      heard.push(event.seq);
    });
    for (let i = 0; i < 5; i++) bus.publish(gate.seal(note(i)));
    expect(heard).toEqual([0, 1, 2, 3, 4]);
  });

  it('delivers what a listener publishes after the present event, in the same order to everyone', () => {
    const bus = createBus(0n, () => undefined);
    const first: number[] = [];
    const second: number[] = [];
    bus.onEvent((event) => {
      first.push(event.seq);
      if (event.seq < 3) bus.publish(gate.seal(note(event.seq)), 1);
    });
    bus.onEvent((event) => second.push(event.seq));
    bus.publish(gate.seal(note(0)), 1);
    expect(first).toEqual([0, 1, 2, 3]);
    expect(second).toEqual(first);
  });

  it('keeps times to a microsecond', () => {
    expect(elapsedMs(1_000n, 2_234_567n)).toBe(2.233);
    expect(elapsedMs(0n, 7_187_000_000n)).toBe(7187);
  });
});
