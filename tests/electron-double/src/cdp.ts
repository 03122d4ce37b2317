/** The Chrome DevTools Protocol, typed by the definitions that Playwright ships. */
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };

export type Send = <M extends keyof Protocol.CommandParameters>(
  method: M,
  params?: Protocol.CommandParameters[M],
) => Promise<Protocol.CommandReturnValues[M]>;

/** Listeners of protocol events, by method name. */
export class CdpEvents {
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();

  on<E extends keyof Protocol.Events>(event: E, listener: (payload: Protocol.Events[E]) => void): void {
    const known = this.#listeners.get(event);
    if (known) known.add(listener);
    else this.#listeners.set(event, new Set([listener]));
  }

  off<E extends keyof Protocol.Events>(event: E, listener: (payload: Protocol.Events[E]) => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** `payload` is what Chromium sent under this name. */
  dispatch(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload as never);
  }
}
