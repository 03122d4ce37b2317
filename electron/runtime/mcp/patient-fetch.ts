import type { Fetch } from './authorizer.ts';
import { trustSystem } from './system-trust.ts';

interface Patience {
  /** Silence allowed before the headers and inside the body, ms; 0 allows any. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Where Node's fetch keeps what sends its requests. */
const dispatcherKey = Symbol.for('undici.globalDispatcher.1');

/**
 * A fetch without the limits of Node's own: that one gives up after five minutes of silence, which a long call or a quiet
 * stream needs more often than not. Our own deadlines stand above it. Whoever set another dispatcher (a proxy) keeps its kind.
 */
export const createPatientFetch = (patience: Patience = { headersTimeout: 0, bodyTimeout: 0 }): Fetch => {
  let dispatcher: unknown;
  const make = (): unknown => {
    const present: unknown = Reflect.get(globalThis, dispatcherKey);
    if (typeof present !== 'object' || present === null) return undefined;
    const kind: unknown = present.constructor;
    return typeof kind === 'function' ? Reflect.construct(kind, [patience]) : undefined;
  };
  return (target, init = {}) => {
    if (String(target).startsWith('https:')) trustSystem();
    dispatcher ??= make();
    return fetch(target, dispatcher === undefined ? init : Object.assign({ ...init }, { dispatcher }));
  };
};

/** One for all connections, so that they share what is open. */
export const patientFetch = createPatientFetch();
