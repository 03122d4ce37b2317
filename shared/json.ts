import type { Json } from './events/definition.ts';

// TypeScript's library does not know these parts of ES2026 yet; Node 24 and Chromium 156 have them.
declare global {
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

const integer = /^-?\d+$/;
/** Sixteen digits may or may not be exact in a double; fewer always are. In a name they are no number: what stands before tells. */
const suspicious = /(?:^|[[:,\s-])\d{16}/;

/** Parses JSON and keeps integers that a double cannot hold as bigint. Throws SyntaxError on bad input. */
export function parseJson(text: string): unknown {
  if (!suspicious.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, context) =>
    typeof value === 'number' &&
    context.source !== undefined &&
    integer.test(context.source) &&
    !Number.isSafeInteger(value)
      ? BigInt(context.source)
      : value,
  );
}

/** Writes JSON; a bigint becomes the integer it is. `indent` as in JSON.stringify. */
export function formatJson(value: unknown, indent?: number): string {
  try {
    // Without a replacer it is several times as fast, and bigints are rare.
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch {
    return JSON.stringify(value, rawBigInt, indent) ?? 'null';
  }
}

const rawBigInt = (_key: string, inner: unknown): unknown =>
  typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner;

/** JSON with sorted keys and no spaces, so that equal values have equal text (for digests and comparisons). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
    return `{${members.join(',')}}`;
  }
  return formatJson(value);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets a member of any name, also one of a name that means something else in an assignment. */
export function putMember(into: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
  } else into[name] = value;
}

/** Narrows parsed JSON to the Json type; anything else (undefined, functions) is not JSON. */
export const isJson = (value: unknown): value is Json => {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return true;
    case 'object':
      if (value === null) return true;
      return Array.isArray(value) ? value.every(isJson) : Object.values(value).every(isJson);
    default:
      return false;
  }
};

/** RFC 6901: one reference token. Nearly all need no change, and finding that out is cheap. */
export const escapePointer = (token: string): string =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;

/**
 * A value as text, for words and comparisons. `String` and `Number` call methods of an object, and JSON of a stranger may
 * have put anything in their place: they throw.
 */
export const spell = (value: unknown): string =>
  typeof value === 'object' && value !== null ? formatJson(value) : String(value);
