import { describe, expect, it } from 'vitest';
import { listHosts, resolveHost } from '../../../shared/hosts/index.ts';
import { LOOKUP } from '../../../shared/hosts/testing.ts';
import { reading } from './reading.ts';

const every = listHosts().flatMap(({ id }) =>
  (resolveHost(id)?.profile.modelClasses ?? []).map(({ id: modelClass }) => [id, modelClass] as const),
);

describe('what the model reads', () => {
  it.each(every)('of %s, %s, is part of the request, or is not there', (id, modelClass) => {
    const plan = resolveHost(id)?.profile.plan([LOOKUP], { modelClass });
    if (plan === undefined) throw new Error('no plan');
    const { entry, path, body, entryTokens, bodyTokens } = reading(plan, LOOKUP);
    expect(path === undefined).toBe(plan.rows[0]?.declared === false);
    expect(entry === undefined).toBe(path === undefined);
    expect(JSON.stringify(body)).toContain(entry === undefined ? '' : JSON.stringify(entry));
    expect(bodyTokens).toBeGreaterThanOrEqual(entryTokens);
  });
});
