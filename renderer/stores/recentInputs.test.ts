import { describe, expect, it } from 'vitest';
import { recentInputs, rememberInput } from './recentInputs.ts';

describe('recent inputs', () => {
  it('are kept by tool, newest first, each once', () => {
    for (const text of ['{"a":1}', '{"a":2}', '{"a":1}']) rememberInput('s', 't', text);
    rememberInput('s', 'other', '{}');
    expect(recentInputs('s', 't')).toEqual(['{"a":1}', '{"a":2}']);
    for (let n = 0; n < 20; n++) rememberInput('s', 't', String(n));
    expect(recentInputs('s', 't')).toHaveLength(8);
  });
});
