import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChallenge } from './challenge.ts';

describe('WWW-Authenticate', () => {
  it('names where the metadata is, and what is missing', () => {
    expect(
      readChallenge(
        'Bearer error="insufficient_scope", scope="a b", resource_metadata="https://x.test/.well-known/p"',
      ),
    ).toEqual({
      error: 'insufficient_scope',
      scope: 'a b',
      resourceMetadata: 'https://x.test/.well-known/p',
      names: ['error', 'scope', 'resource_metadata'],
    });
  });

  it('finds bearer among other schemes, before and after', () => {
    const header = 'Basic realm="no", scope="basic", Bearer realm="a, b", scope=one, Digest scope="digest"';
    expect(readChallenge(header)).toMatchObject({ scope: 'one', names: ['realm', 'scope'] });
  });

  it.each([
    ['bearer resource_metadata=https://x.test/p?a=b, scope="x"', 'https://x.test/p?a=b', 'x'],
    ['resource_metadata="https://x.test/p"', 'https://x.test/p', undefined],
    ['Bearer   scope = "q\\"uoted"', undefined, 'q"uoted'],
    ['Bearer', undefined, undefined],
    ['', undefined, undefined],
    ['Bearer scope=""', undefined, undefined],
  ])('reads %s', (header, resourceMetadata, scope) => {
    const read = readChallenge(header);
    expect([read.resourceMetadata, read.scope]).toEqual([resourceMetadata, scope]);
  });

  it('takes whatever a server may send', () => {
    const parts = fc.string({ unit: fc.constantFrom('a', '"', '=', ',', ' ', '\\') });
    fc.assert(
      fc.property(fc.oneof(fc.string(), parts), (header) => {
        expect(readChallenge(header).names.every((name) => name !== '')).toBe(true);
      }),
    );
  });
});
