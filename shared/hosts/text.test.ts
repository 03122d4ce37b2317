import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength, compareBytes, cutMiddle, cutToBytes } from './text.ts';

const encoder = new TextEncoder();
const anyText = fc.string({ unit: 'binary' });

describe('text by bytes', () => {
  it('counts as the encoder does, lone surrogates too', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.array(fc.integer({ min: 0xd700, max: 0xe000 })).map((units) => String.fromCharCode(...units)),
        ),
        (text) => {
          expect(byteLength(text)).toBe(encoder.encode(text).length);
        },
      ),
    );
  });

  it('cuts at whole characters within the limit', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, limit) => {
        const cut = cutToBytes(text, limit);
        expect(text.startsWith(cut)).toBe(true);
        expect(byteLength(cut)).toBeLessThanOrEqual(limit);
        const next = Array.from(text.slice(cut.length))[0];
        expect(next === undefined || byteLength(cut + next) > limit).toBe(true);
      }),
    );
  });

  it('orders as bytes do', () => {
    const bytes = (text: string) => Array.from(encoder.encode(text));
    const byBytes = (left: string, right: string) => {
      const [a, b] = [bytes(left), bytes(right)];
      const at = a.findIndex((byte, index) => byte !== b[index]);
      return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
    };
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        expect(Math.sign(compareBytes(left, right))).toBe(Math.sign(byBytes(left, right)));
      }),
    );
    expect(compareBytes('\u{1f642}', '\uffee')).toBeGreaterThan(0);
  });

  it('keeps head and tail of what is too long', () => {
    expect(cutMiddle('abcdefghij', 10)).toBe('abcdefghij');
    expect(cutMiddle('abcdefghijk', 4)).toBe('ab…7 bytes cut…jk');
    expect(cutMiddle('aé🙂🙂éa', 6)).toBe('aé…8 bytes cut…éa');
  });
});
