import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

describe('the keyed hash', () => {
  it('is HMAC-SHA-256 for every key and text, one after the other', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }),
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 40 }),
            fc.string({ minLength: 1300, maxLength: 1500 }),
          ),
        ),
        (key, texts) => {
          const digest = keyedHash(Buffer.from(key));
          for (const text of texts)
            expect(digest(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
        },
      ),
    );
  });

  it('takes the case of RFC 4231, test case 2', () => {
    expect(keyedHash(Buffer.from('Jefe'))('what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('refuses a key that would have to be hashed first', () => {
    expect(() => keyedHash(Buffer.alloc(65))).toThrow(RangeError);
  });
});
