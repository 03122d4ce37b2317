/** UTF-8 length of a string in bytes; a lone surrogate counts as the replacement character it becomes. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** The longest prefix of whole characters that fits into `limit` bytes of UTF-8. */
export function cutToBytes(text: string, limit: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Order of two strings by their UTF-8 bytes, which differs from UTF-16 order only where surrogates are involved. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return surrogatesLast(a) - surrogatesLast(b);
  }
  return left.length - right.length;
}

/** Keys of an object in order of their bytes. They are few, and there are very many objects: they are put in order in place. */
export function orderedKeys(value: Readonly<Record<string, unknown>>): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW) return keys.toSorted(compareBytes);
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    let at = index;
    for (; at > 0; at -= 1) {
      const before = keys[at - 1] ?? '';
      if (compareBytes(before, key) <= 0) break;
      keys[at] = before;
    }
    keys[at] = key;
  }
  return keys;
}

const FEW = 16;

/** U+E000…U+FFFF sort below the surrogates' code points, above them in UTF-16. */
function surrogatesLast(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Keeps head and tail of a text that passes `limit` bytes, with a note between them of how much is gone. */
export function cutMiddle(text: string, limit: number): string {
  const bytes = byteLength(text);
  if (bytes <= limit) return text;
  const head = cutToBytes(text, Math.ceil(limit / 2));
  const tail = cutTailToBytes(text, Math.floor(limit / 2));
  const gone = bytes - byteLength(head) - byteLength(tail);
  return `${head}…${gone} bytes cut…${tail}`;
}

function cutTailToBytes(text: string, limit: number): string {
  let start = text.length;
  let bytes = 0;
  while (start > 0) {
    const pair = start > 1 && isLowSurrogate(text.charCodeAt(start - 1)) ? 2 : 1;
    const width = byteLength(text.slice(start - pair, start));
    if (bytes + width > limit) break;
    bytes += width;
    start -= pair;
  }
  return text.slice(start);
}
