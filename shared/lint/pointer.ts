/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  let current = value;
  for (let start = 1; start <= pointer.length;) {
    if (typeof current !== 'object' || current === null) return undefined;
    const slash = pointer.indexOf('/', start);
    const end = slash === -1 ? pointer.length : slash;
    const token = pointer.slice(start, end);
    const key = token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
    if (!Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
    start = end + 1;
  }
  return current;
}
