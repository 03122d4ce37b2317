/** A value that can be watched: the present one at any time, and a word whenever it changed. */
export interface Watchable<T> {
  get(): T;
  onChange(listener: () => void): () => void;
}

export interface StateStream<T> extends Watchable<T> {
  /** Tells the listeners that `get` would answer differently now. */
  changed(): void;
}

/** `get` computes the state anew; nothing is stored twice. */
export function createStateStream<T>(get: () => T): StateStream<T> {
  const listeners = new Set<() => void>();
  return {
    get,
    changed: () => {
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
