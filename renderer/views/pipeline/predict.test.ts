import { describe, expect, it } from 'vitest';
import { ToolDefinition } from '../../../shared/event.ts';
import { HOST_IDS } from '../../../shared/hosts/ids.ts';
import { describeAssumption, describeReason } from '../../../shared/hosts/index.ts';
import { LOOKUP } from '../../../shared/hosts/testing.ts';
import { hostChoices } from '../../stores/hosts.ts';
import { predict } from './predict.ts';

const { server, tool, ...rest } = LOOKUP;
const definition = ToolDefinition.parse({ ...rest, bytes: 0 });
const definitions = { servers: new Map([[server, new Map([[tool, definition]])]]) };

describe('the prediction', () => {
  it('can be had of every host', () => {
    expect([...new Set(hostChoices().map(({ host }) => host.host))]).toEqual([...HOST_IDS]);
  });

  it.each(hostChoices())('of $label has a row, a decision, and words for both', ({ host }) => {
    const prediction = predict(definitions, host);
    const row = prediction?.rowOf(server, tool);
    expect(row?.exposure).not.toBe('absent');
    expect(describeReason(row?.reason ?? 'duplicate')).toMatch(/\.$/);
    for (const code of prediction?.plan.assumed ?? []) expect(describeAssumption(code)).toMatch(/\.$/);
    expect(['run', 'ask']).toContain(prediction?.approvalOf(server, tool)?.decision);
    expect(prediction?.plan.modelClass).toBe(host.modelClass);
  });
});
