import { hash } from 'node:crypto';

const BLOCK = 64;
const DIGEST = 32;
/** Longer texts than this are hashed from a buffer of their own, bytes. */
const ROOM = 4096;
/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const MAX_UNIT_BYTES = 3;

/**
 * HMAC-SHA-256 (RFC 2104) as hexadecimal text, under one key of at most 64 bytes. Made of two one-shot hashes: the
 * library's own takes an object for every digest, which the gate, with a handful of ids in each event, spends most of
 * its time on.
 */
export function keyedHash(key: Buffer): (text: string) => string {
  if (key.length > BLOCK) throw new RangeError(`A key has at most ${BLOCK} bytes.`);
  const inner = Buffer.alloc(BLOCK + ROOM, 0);
  const outer = Buffer.alloc(BLOCK + DIGEST, 0);
  for (let index = 0; index < BLOCK; index++) {
    const byte = key[index] ?? 0;
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (text) => {
    const message =
      text.length * MAX_UNIT_BYTES <= ROOM
        ? inner.subarray(0, BLOCK + inner.write(text, BLOCK))
        : Buffer.concat([inner.subarray(0, BLOCK), Buffer.from(text)]);
    // As text of one byte a character: half as dear as a buffer made for it.
    outer.write(hash('sha256', message, 'binary'), BLOCK, 'binary');
    return hash('sha256', outer, 'hex');
  };
}
