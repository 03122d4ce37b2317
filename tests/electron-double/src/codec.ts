/**
 * A structured-clone-like codec between Node and a page, over JSON text: the debugging protocol carries JSON only.
 * Plain JSON goes through untouched; everything else becomes `{ $: [tag, …] }`. Functions, symbols, promises and weak
 * collections throw, as in Electron.
 */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const views = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
} as const;
type ViewName = keyof typeof views;

function viewOf(name: ViewName, buffer: ArrayBuffer): ArrayBufferView {
  const View: new (buffer: ArrayBuffer) => ArrayBufferView = views[name];
  return new View(buffer);
}

const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as const;

function refuse(): never {
  throw new Error('An object could not be cloned.');
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer;
}

/** Sets an own property whatever its name: plain assignment to `__proto__` would change the prototype instead. */
function put<V>(object: Record<string, V>, key: string, value: V): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

export function encode(value: unknown): string {
  const seen = new Map<object, number>();

  const encodePlain = (object: Record<string, unknown>): Json => {
    const out: Record<string, Json> = {};
    for (const key of Object.keys(object)) put(out, key, walk(object[key]));
    return Object.hasOwn(out, '$') ? { $: ['o', out] } : out;
  };

  const encodeObject = (object: object): Json => {
    const before = seen.get(object);
    if (before !== undefined) return { $: ['r', before] };
    seen.set(object, seen.size);
    if (Array.isArray(object)) return object.map(walk);
    if (ArrayBuffer.isView(object)) {
      return {
        $: [
          't',
          tagOf(object),
          toBase64(new Uint8Array(object.buffer, object.byteOffset, object.byteLength)),
        ],
      };
    }
    if (object instanceof ArrayBuffer) return { $: ['b', toBase64(new Uint8Array(object))] };
    if (object instanceof Date) return { $: ['d', Number.isNaN(object.getTime()) ? null : object.getTime()] };
    if (object instanceof RegExp) return { $: ['x', object.source, object.flags] };
    if (object instanceof Map) return { $: ['m', [...object].map(([key, held]) => [walk(key), walk(held)])] };
    if (object instanceof Set) return { $: ['s', [...object].map(walk)] };
    if (object instanceof Error) return { $: ['e', object.name, object.message, object.stack ?? ''] };
    if (['Promise', 'WeakMap', 'WeakSet', 'WeakRef'].includes(tagOf(object))) return refuse();
    return encodePlain(object as Record<string, unknown>);
  };

  const walk = (part: unknown): Json => {
    switch (typeof part) {
      case 'string':
      case 'boolean':
        return part;
      case 'number':
        if (Number.isFinite(part) && !Object.is(part, -0)) return part;
        return { $: ['n', Object.is(part, -0) ? '-0' : String(part)] };
      case 'undefined':
        return { $: ['u'] };
      case 'bigint':
        return { $: ['i', String(part)] };
      case 'function':
      case 'symbol':
        return refuse();
      case 'object':
        return part === null ? null : encodeObject(part);
    }
  };

  return JSON.stringify(walk(value));
}

type Tagged =
  | readonly ['u']
  | readonly ['n' | 'i' | 'b', string]
  | readonly ['r', number]
  | readonly ['d', number | null]
  | readonly ['x', source: string, flags: string]
  | readonly ['t', name: ViewName, base64: string]
  | readonly ['m', readonly (readonly [Json, Json])[]]
  | readonly ['s', readonly Json[]]
  | readonly ['e', name: string, message: string, stack: string]
  | readonly ['o', { [key: string]: Json }];

export function decode(text: string): unknown {
  const seen: object[] = [];
  const keep = <T extends object>(made: T): T => {
    seen.push(made);
    return made;
  };

  const decodePlain = (object: { [key: string]: Json }): object => {
    const out = keep<Record<string, unknown>>({});
    for (const [key, held] of Object.entries(object)) put(out, key, walk(held));
    return out;
  };

  const decodeTagged = (tagged: Tagged): unknown => {
    switch (tagged[0]) {
      case 'u':
        return undefined;
      case 'n':
        return Number(tagged[1]);
      case 'i':
        return BigInt(tagged[1]);
      case 'r':
        return seen[tagged[1]];
      case 'd':
        return keep(new Date(tagged[1] ?? Number.NaN));
      case 'x':
        return keep(new RegExp(tagged[1], tagged[2]));
      case 'b':
        return keep(fromBase64(tagged[1]));
      case 't':
        return keep(viewOf(tagged[1], fromBase64(tagged[2])));
      case 'm': {
        const out = keep(new Map<unknown, unknown>());
        for (const [key, held] of tagged[1]) out.set(walk(key), walk(held));
        return out;
      }
      case 's': {
        const out = keep(new Set<unknown>());
        for (const held of tagged[1]) out.add(walk(held));
        return out;
      }
      case 'e': {
        const [, name, message, stack] = tagged;
        const made = keep(
          new (Object.hasOwn(errors, name) ? errors[name as keyof typeof errors] : Error)(message),
        );
        Object.defineProperty(made, 'stack', { value: stack, configurable: true, writable: true });
        return made;
      }
      case 'o':
        return decodePlain(tagged[1]);
    }
  };

  const walk = (part: Json): unknown => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) {
      const out = keep<unknown[]>([]);
      for (const item of part) out.push(walk(item));
      return out;
    }
    if (!Object.hasOwn(part, '$')) return decodePlain(part);
    return decodeTagged(part['$'] as unknown as Tagged);
  };

  return walk(JSON.parse(text) as Json);
}
