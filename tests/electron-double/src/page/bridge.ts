/**
 * The contextBridge between a page's isolated and main worlds. Both share one DOM, and Chromium copies
 * `CustomEvent.detail` when it is read from the other world. `dispatchEvent` is synchronous, so a call over the bridge is
 * synchronous and copied, as in Electron. Functions become proxies, promises are followed, errors are copied.
 */
type Packed =
  | readonly ['value', unknown]
  | readonly ['skip']
  | readonly ['function', number]
  | readonly ['promise', number]
  | readonly ['error', name: string, message: string, stack: string | undefined]
  | readonly ['array', readonly Packed[]]
  | readonly ['object', readonly (readonly [string, Packed])[]];

type Message =
  | readonly ['call', id: number, args: Packed]
  | readonly ['return', Packed]
  | readonly ['throw', Packed]
  | readonly ['settle', id: number, isFulfilled: boolean, Packed]
  | readonly ['expose', key: string, api: Packed];

type AnyFunction = (...args: readonly unknown[]) => unknown;

export interface Bridge {
  /** Puts a frozen copy of `api` on the other world's window. */
  expose(key: string, api: unknown): void;
}

const maxDepth = 1000;

export function createBridge(outName: string, inName: string): Bridge {
  // Kept from before the page's scripts run: they may replace it later.
  const dispatchEvent = EventTarget.prototype.dispatchEvent.bind(window);
  const held = new Map<number, AnyFunction>();
  const heldIds = new WeakMap<object, number>();
  const proxies = new Map<number, AnyFunction>();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>();
  let nextId = 1;
  let answer: Message | undefined;

  const post = (message: Message): void => {
    dispatchEvent(new CustomEvent(outName, { detail: message }));
  };

  const hold = (callee: AnyFunction): number => {
    const known = heldIds.get(callee);
    if (known !== undefined) return known;
    const id = nextId++;
    held.set(id, callee);
    heldIds.set(callee, id);
    return id;
  };

  const follow = (promise: Promise<unknown>): number => {
    const id = nextId++;
    promise.then(
      (value) => post(['settle', id, true, pack(value)]),
      (reason: unknown) => post(['settle', id, false, pack(reason)]),
    );
    return id;
  };

  const pack = (value: unknown, depth = 0): Packed => {
    if (depth > maxDepth) throw new Error('Electron contextBridge recursion depth exceeded.');
    if (typeof value === 'function') return ['function', hold(value as AnyFunction)];
    if (typeof value === 'symbol') return ['skip'];
    if (value === null || typeof value !== 'object') return ['value', value];
    if (value instanceof Promise) return ['promise', follow(value)];
    if (value instanceof Error) return ['error', value.name, value.message, value.stack];
    if (Array.isArray(value)) return ['array', value.map((item: unknown) => pack(item, depth + 1))];
    if (Object.prototype.toString.call(value) === '[object Object]') {
      const entries = Object.entries(value).map(([key, item]) => [key, pack(item, depth + 1)] as const);
      return ['object', entries.filter(([, item]) => item[0] !== 'skip')];
    }
    try {
      return ['value', structuredClone(value)];
    } catch (cause) {
      throw new Error('An object could not be cloned.', { cause });
    }
  };

  const proxyFor = (id: number): AnyFunction => {
    const known = proxies.get(id);
    if (known) return known;
    const proxy: AnyFunction = (...args) => ask(['call', id, pack(args)]);
    proxies.set(id, proxy);
    return proxy;
  };

  const unpack = (packed: Packed, isFrozen = false): unknown => {
    switch (packed[0]) {
      case 'value':
        return packed[1];
      case 'skip':
        return undefined;
      case 'function':
        return proxyFor(packed[1]);
      case 'promise':
        return new Promise((resolve, reject) => waiting.set(packed[1], { resolve, reject }));
      case 'error':
        return Object.assign(new Error(packed[2]), { name: packed[1], stack: packed[3] });
      case 'array': {
        const items = packed[1].map((item) => unpack(item, isFrozen));
        return isFrozen ? Object.freeze(items) : items;
      }
      case 'object': {
        const object = Object.fromEntries(packed[1].map(([key, item]) => [key, unpack(item, isFrozen)]));
        return isFrozen ? Object.freeze(object) : object;
      }
    }
  };

  /** The other world answers before `dispatchEvent` returns. */
  const ask = (message: Message): unknown => {
    answer = undefined;
    post(message);
    const got = answer as Message | undefined;
    answer = undefined;
    if (got?.[0] === 'throw') throw unpack(got[1]);
    if (got?.[0] === 'return') return unpack(got[1]);
    throw new Error('electron-double: the other world did not answer');
  };

  const respond = (work: () => unknown): void => {
    let reply: Message;
    try {
      reply = ['return', pack(work())];
    } catch (error) {
      reply = ['throw', pack(error)];
    }
    post(reply);
  };

  const expose = (key: string, api: Packed): void => {
    if (Object.hasOwn(window, key)) {
      throw new Error('Cannot bind an API on top of an existing property on the window object');
    }
    Object.defineProperty(window, key, { value: unpack(api, true), enumerable: true });
  };

  const settle = (id: number, isFulfilled: boolean, packed: Packed): void => {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (isFulfilled) entry?.resolve(unpack(packed));
    else entry?.reject(unpack(packed));
  };

  const receive = (message: Message): void => {
    switch (message[0]) {
      case 'call':
        respond(() => held.get(message[1])?.(...(unpack(message[2]) as unknown[])));
        return;
      case 'expose':
        respond(() => expose(message[1], message[2]));
        return;
      case 'settle':
        settle(message[1], message[2], message[3]);
        return;
      case 'return':
      case 'throw':
        answer = message;
    }
  };

  window.addEventListener(
    inName,
    (event) => {
      event.stopImmediatePropagation();
      receive((event as CustomEvent<Message>).detail);
    },
    true,
  );

  return { expose: (key, api) => void ask(['expose', key, pack(api)]) };
}
