/** The part of Node's EventEmitter that a sandboxed preload script gets. */

type Listener = (...args: readonly unknown[]) => void;

export class Emitter {
  readonly #listeners = new Map<
    string,
    readonly { readonly listener: Listener; readonly isOnce: boolean }[]
  >();

  on(name: string, listener: Listener): this {
    return this.#add(name, listener, false);
  }

  once(name: string, listener: Listener): this {
    return this.#add(name, listener, true);
  }

  off(name: string, listener: Listener): this {
    return this.removeListener(name, listener);
  }

  removeListener(name: string, listener: Listener): this {
    const list = this.#listeners.get(name) ?? [];
    const at = list.findLastIndex((entry) => entry.listener === listener);
    if (at >= 0) this.#listeners.set(name, list.toSpliced(at, 1));
    return this;
  }

  removeAllListeners(name: string): this {
    this.#listeners.delete(name);
    return this;
  }

  emit(name: string, ...args: readonly unknown[]): boolean {
    const list = this.#listeners.get(name) ?? [];
    for (const { listener, isOnce } of list) {
      if (isOnce) this.removeListener(name, listener);
      try {
        listener.call(this, ...args);
      } catch (error) {
        reportError(error);
      }
    }
    return list.length > 0;
  }

  #add(name: string, listener: Listener, isOnce: boolean): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { listener, isOnce }]);
    return this;
  }
}
