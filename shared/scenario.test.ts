import { describe, expect, it } from 'vitest';
import { finalText, readScenario, turnsOf } from './scenario.ts';

const good = {
  scenario: 1,
  id: 'one',
  title: 'One',
  describes: 'One call.',
  hosts: ['codex'],
  roles: {
    root: [
      [{ do: 'call', tool: 'lookup' }],
      [
        { do: 'text', text: 'O' },
        { do: 'text', text: 'K' },
      ],
    ],
  },
};

const faultOf = (value: string | Record<string, unknown>) => {
  const read = readScenario(value);
  if (read.ok) throw new Error('accepted');
  return read.fault;
};

describe('a scenario', () => {
  it('is read with its defaults', () => {
    const read = readScenario(JSON.stringify(good));
    if (!read.ok) throw new Error(read.fault.message);
    expect(read.value).toMatchObject({
      withholdMeta: false,
      webSocket: 'accept',
      listChanges: 'profile',
      environments: [{ id: 'local', available: true }],
      answers: { hooks: [], guardian: [], user: [] },
    });
    expect(finalText(read.value)).toBe('OK');
    expect(turnsOf(read.value, 'root')).toHaveLength(2);
    expect(turnsOf(read.value, 'unknown')).toEqual([]);
  });

  it.each([
    ['cut in the middle', '{"scenario":1,"id":', 'not valid JSON'],
    ['from a later version', { ...good, scenario: 2 }, 'version 2'],
    ['without turns', { ...good, roles: {} }, 'roles.root'],
    ['with an unknown action', { ...good, roles: { root: [[{ do: 'dance' }]] } }, 'roles.root[0][0].do'],
    [
      'with a wrong number',
      { ...good, roles: { root: [[{ do: 'text', text: 'x' }], [{ do: 'wait', ms: -1 }]] } },
      'roles.root[1][0].ms',
    ],
    [
      'with a key too many',
      { ...good, roles: { root: [[{ do: 'text', text: 'x', loud: true }]] } },
      'roles.root[0][0]',
    ],
    [
      'with an unknown child',
      { ...good, roles: { root: [[{ do: 'spawn', child: 'kid' }]] } },
      'roles.root[0][0].child',
    ],
    [
      'with a child that nobody starts',
      { ...good, roles: { ...good.roles, 'child:kid': [[{ do: 'text', text: 'x' }]] } },
      'roles["child:kid"]',
    ],
    [
      'with an unknown environment',
      { ...good, roles: { root: [[{ do: 'environments', available: ['moon'] }]] } },
      'roles.root[0][0].available[0]',
    ],
    ['with an odd role', { ...good, roles: { ...good.roles, Root: [] } }, 'roles.Root'],
    ['that is a list', [] as unknown as Record<string, unknown>, '(root)'],
  ])('%s is refused, and the fault names the place', (_what, value, place) => {
    const fault = faultOf(value);
    expect(fault.message).toContain(place);
    expect(fault.next).toBeTruthy();
  });
});
