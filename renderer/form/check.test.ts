import { describe, expect, it } from 'vitest';
import { checkValue } from './check.ts';

const schema = {
  type: 'object',
  properties: { limit: { type: 'integer', maximum: 3 } },
  required: ['limit'],
};

describe('checkValue', () => {
  it('names the place of what is wrong', () => {
    const checked = checkValue(schema, { limit: 4 });
    expect(checked.state === 'invalid' && checked.violations.map(({ pointer }) => pointer)).toEqual([
      '/limit',
    ]);
    expect(checkValue(schema, {})).toEqual({
      state: 'invalid',
      violations: [{ pointer: '/limit', message: 'Is required.' }],
    });
    expect(checkValue(schema, { limit: 2 })).toEqual({ state: 'valid' });
  });

  it('takes a bigint for the integer it is', () => {
    expect(
      checkValue({ type: 'object', properties: { id: { type: 'integer' } } }, { id: 2n ** 60n }),
    ).toEqual({ state: 'valid' });
  });

  it('says when it does not know', () => {
    expect(checkValue('no schema', {}).state).toBe('unchecked');
    expect(checkValue({ $schema: 'https://example.com/own' }, {}).state).toBe('unchecked');
  });
});
