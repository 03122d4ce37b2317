import { describe, expect, it } from 'vitest';
import { createRate } from './rate.ts';

describe('the rate', () => {
  it('counts the last two seconds', () => {
    const rate = createRate();
    rate.add(100, 0);
    rate.add(136, 1000);
    expect([rate.perSecond(1500), rate.perSecond(2500), rate.perSecond(9000)]).toEqual([118, 68, 0]);
  });
});
