import { describe, expect, it } from 'vitest';
import { niceStep, ticks } from './axis.ts';
import { bareName, duration, milliseconds, moment, plainLabel } from './format.ts';

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [0.4213, '0.42 ms'],
    [7.25, '7.25 ms'],
    [76.4, '76 ms'],
    [999.7, '1.000 s'],
    [5034, '5.034 s'],
    [59_999.9, '1 m 00 s'],
    [125_000, '2 m 05 s'],
    [3_720_000, '1 h 02 m'],
  ])('%d ms reads %s', (value, text) => {
    expect(duration(value)).toBe(text);
  });

  it('groups the digits of times', () => {
    expect(milliseconds(19_585)).toBe('19,585');
    expect(milliseconds(8612.24)).toBe('8,612.240');
  });
});

describe('moments on the axis', () => {
  it.each([
    [19_000, 1000, '19 s'],
    [19_250, 50, '19.25 s'],
    [19_250, 5, '19.250 s'],
    [19_250.5, 0.5, '19,250.5 ms'],
    [65_000, 5000, '1:05'],
    [60_000, 60_000, '1:00'],
    [3_725_000, 5000, '1:02:05'],
  ])('%d at steps of %d reads %s', (time, step, text) => {
    expect(moment(time, step)).toBe(text);
  });
});

describe('ticks', () => {
  it.each([
    [0.003, 0.005],
    [1, 1],
    [90, 100],
    [150, 200],
    [400, 500],
    [700, 1000],
    [1200, 2000],
    [20_000, 30_000],
    [31_000, 60_000],
    [1_900_000, 3_600_000],
    [50_000_000, 86_400_000],
  ])('the nice step from %d ms up is %d ms', (least, step) => {
    expect(niceStep(least)).toBeCloseTo(step, 9);
  });

  it('are never closer than asked and none is before the start', () => {
    for (const span of [0.5, 37, 10_700, 86_000, 4_000_000]) {
      const list = ticks({ from: -span / 3, span, width: 740 }, 66);
      const gaps = list.slice(1).map((tick, i) => ((tick.time - (list[i]?.time ?? 0)) / span) * 740);
      expect(list[0]?.time).toBe(0);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(66 * 0.999);
    }
  });
});

describe('bare names', () => {
  it.each([
    ['slow_lookup 7.003 s', 'slow_lookup'],
    ['lookup 0.8 ms', 'lookup'],
    ['delete_record held', 'delete_record'],
    ['resp 3', 'resp 3'],
    ['wait 5 s for it', 'wait 5 s for it'],
  ])('%s → %s', (label, name) => {
    expect(bareName(label)).toBe(name);
  });
});

describe('labels from outside', () => {
  it('show control and direction marks as dots and end somewhere', () => {
    expect(plainLabel('a\nb\u202Ec\u0000')).toBe('a·b·c·');
    expect(plainLabel('x'.repeat(500))).toHaveLength(160);
    expect(plainLabel('查询_lookup')).toBe('查询_lookup');
  });
});
