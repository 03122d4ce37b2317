/**
 * Everything absent throws `electron-double: <name> is not implemented`, so that a spec can never pass because a
 * call silently did nothing. Methods run on the object itself, which keeps private fields reachable.
 */
export function strict<T extends object>(name: string, target: T): T {
  const bound = new Map<PropertyKey, { from: unknown; to: unknown }>();
  return new Proxy(target, {
    get(object, key): unknown {
      if (!(key in object)) {
        // Asked of every object by `await`, `JSON.stringify`, `util.inspect` and the inspector.
        if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key.startsWith('_'))
          return undefined;
        throw new Error(`electron-double: ${name}.${key} is not implemented`);
      }
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== 'function' || Object.hasOwn(object, key)) return value;
      let entry = bound.get(key);
      if (entry === undefined || entry.from !== value) {
        entry = { from: value, to: value.bind(object) };
        bound.set(key, entry);
      }
      return entry.to;
    },
    set: (object, key, value) => Reflect.set(object, key, value, object),
  });
}

/** An event whose default the listener may prevent. */
export interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<T extends object>(extra: T): T & Preventable {
  const event = {
    ...extra,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
