import { describe, expect, it } from 'vitest';
import { formatBytes, formatClock, formatExact, formatMs, formatWait, plural, shortId } from './format.ts';

describe('formats', () => {
  it.each([
    [0, '0 ms'],
    [0.04, '0 ms'],
    [0.4, '0.4 ms'],
    [4, '4 ms'],
    [76.4, '76 ms'],
    [999.6, '1,000 ms'],
    [7003, '7.00 s'],
    [30_000, '30 s'],
    [124_500, '2:04 min'],
  ])('a duration of %s ms', (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });

  it('clocks, waits, bytes, counts and ids', () => {
    expect([formatClock(34_199), formatClock(3_723_400), formatClock(-5)]).toEqual([
      '00:34.1',
      '1:02:03.4',
      '00:00.0',
    ]);
    expect([formatWait(6400), formatWait(294_000)]).toEqual(['0:06', '4:54']);
    expect([formatBytes(90), formatBytes(1234), formatBytes(2_500_000)]).toEqual([
      '90 B',
      '1.2 KB',
      '2.5 MB',
    ]);
    expect([plural(1, 'tool'), plural(3812, 'event')]).toEqual(['1 tool', '3,812 events']);
    expect(formatExact(19_585.12)).toBe('19,585.120');
    expect(shortId('thr_0123456789abcdef')).toBe('thr_0123…cdef');
  });
});
