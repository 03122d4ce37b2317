import { describe, expect, it } from 'vitest';
import { probe, scenario, script } from '../../../tests/support/probe.ts';
import { compareWithheld } from './recorrelate.ts';

const alone = ['meta', 'structured', 'lifecycle'] as const;

describe('calls judged again with less evidence', () => {
  it('agree where their windows tell', async () => {
    const { events } = await probe('claude', scenario('lookup'));
    expect(compareWithheld(events, { withhold: alone })).toMatchObject([
      { says: 'agrees', full: { tier: 'meta' }, without: { tier: 'window' } },
    ]);
  });

  it('abstain where the end of a call was never seen', async () => {
    const same = { tool: 'slow_lookup', args: { query: 'same', delayMs: 50 } };
    const twice = script({ root: [[{ do: 'parallel', calls: [same, same] }], [{ do: 'text', text: 'OK' }]] });
    const { events } = await probe('claude', twice, { withholdMeta: true });
    const cut = events.filter(({ kind }) => kind !== 'call.finished');
    const compared = compareWithheld(cut, { withhold: alone });
    expect(compared.map(({ full }) => full.kind)).toEqual(['call.abstained', 'call.abstained']);
    expect(compared.map(({ says }) => says)).toEqual(['abstains', 'abstains']);
  });
});
