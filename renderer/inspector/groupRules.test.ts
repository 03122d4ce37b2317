import { describe, expect, it } from 'vitest';
import { groupRules } from './groupRules.ts';

describe('groupRules', () => {
  it('puts the steps of one fact together, in order', () => {
    expect(groupRules(['CX-6.1/1', 'CX-6.1/3', 'CX-6.2'])).toEqual([
      { fact: 'CX-6.1', steps: ['1', '3'] },
      { fact: 'CX-6.2', steps: [] },
    ]);
  });
});
