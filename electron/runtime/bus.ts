import type { Draft, Event } from '../../shared/event.ts';
import type { Sanitized } from '../../shared/sanitized.ts';

export type EventListener = (event: Event) => void;

/** Sanitized drafts in; stamped events out, to the log first and to every listener in order of registration. */
export interface Bus {
  /** `atMs` is when it was measured, in ms since the capture's start; now when left out. */
  publish(sealed: Event & Sanitized<Draft>, atMs?: number): Event;
  onEvent(listener: EventListener): () => void;
}

const NANOS_PER_MICRO = 1000n;

/** Milliseconds from `start` to `at` (both ns of the monotonic clock), kept to a microsecond. */
export const elapsedMs = (start: bigint, at: bigint): number => Number((at - start) / NANOS_PER_MICRO) / 1000;

/** `append` stores the event before any listener hears of it. */
export function createBus(startedAt: bigint, append: (event: Event) => void): Bus {
  const listeners = new Set<EventListener>();
  const queue: Event[] = [];
  let seq = 0;
  let delivering = false;

  // A listener may publish (the correlator does); its events wait until everybody heard the present one.
  const deliver = (): void => {
    if (delivering) return;
    delivering = true;
    try {
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
        for (const listener of listeners) listener(event);
      }
    } finally {
      delivering = false;
    }
  };

  return {
    publish: (sealed, atMs) => {
      const event: Event = sealed;
      event.seq = seq++;
      event.t = atMs ?? elapsedMs(startedAt, process.hrtime.bigint());
      append(event);
      queue.push(event);
      deliver();
      return event;
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
