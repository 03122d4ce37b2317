import { describe, expect, it } from 'vitest';
import { parseJson } from '../../shared/json.ts';
import { formatMessage, prepareJson } from './prepared-json.ts';

describe('a message with a prepared payload', () => {
  it('is the same JSON as without', () => {
    const payload = [{ seq: 0, id: 12345678901234567890n }, { seq: 1 }];
    const message = { type: 'frame', id: 3, payload };
    const plain = formatMessage(message);
    prepareJson(payload, () => '[{"seq":0,"id":12345678901234567890},{"seq":1}]');
    expect(parseJson(formatMessage(message))).toEqual(parseJson(plain));
    expect(parseJson(plain)).toEqual(message);
  });

  it('is plain JSON in every other case', () => {
    for (const message of [
      null,
      1,
      'a',
      [],
      { type: 'reply', id: 1, result: {} },
      { payload: null },
      { payload: 'x' },
    ]) {
      expect(formatMessage(message)).toBe(JSON.stringify(message));
    }
  });
});
