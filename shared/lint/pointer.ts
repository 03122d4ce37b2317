/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  let current = value;
  if (pointer === '') return current;
  for (const token of pointer.slice(1).split('/')) {
    if (typeof current !== 'object' || current === null) return undefined;
    const key = token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
    if (!Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
