import type { Draft, Event } from '../../../shared/event.ts';
import {
  applyCorrelation,
  expiriesAt,
  initCorrelation,
  nextDeadline,
  settleCorrelation,
  type CorrelationOptions,
} from '../../../shared/model/correlation/index.ts';

/** What the correlator needs of a recorder: its events, and a way to add to them at a time in ms. */
export interface EventSource {
  onEvent(listener: (event: Event) => void): () => void;
  emitAt(draft: Draft, atMs: number): unknown;
}

export interface Correlator {
  /** Judges what still waits or runs, as the end of the capture would. Call it before `capture.ended` is recorded. */
  finish(): void;
  /** Stops listening; what waits stays undecided. */
  stop(): void;
}

/**
 * Judges calls while a capture is recorded. Events are only queued when they arrive, since a listener runs on the path
 * of somebody's response; the work is done on the next turn of the event loop, in the order of `seq`.
 */
export function startCorrelator(source: EventSource, options: CorrelationOptions = {}): Correlator {
  const state = initCorrelation(options);
  let queue: Event[] = [];
  let turn: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working = false;

  const drain = (): void => {
    // What is published here comes back through the listener: it is queued, and this loop goes on with it.
    if (working) return;
    working = true;
    clearImmediate(turn);
    turn = undefined;
    try {
      while (queue.length > 0) {
        const batch = queue;
        queue = [];
        for (const event of batch) {
          for (const { draft, t } of applyCorrelation(state, event)) source.emitAt(draft, t);
        }
      }
    } finally {
      working = false;
    }
    arm();
  };

  const arm = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const deadline = nextDeadline(state);
    if (deadline === null) return;
    // Time has passed in the capture at least as far as its newest event.
    timer = setTimeout(expire, Math.max(0, deadline - state.latest));
    timer.unref();
  };

  const expire = (): void => {
    // A boundary that has arrived but was not looked at yet is in time.
    drain();
    const deadline = nextDeadline(state);
    if (deadline === null) return;
    for (const { draft, t } of expiriesAt(state, deadline)) source.emitAt(draft, t);
    drain();
  };

  const forget = source.onEvent((event) => {
    queue.push(event);
    if (working) return;
    // Nothing is recorded after the end of a capture, so what is left cannot wait for another turn.
    if (event.kind === 'capture.ended') drain();
    else turn ??= setImmediate(drain);
  });

  return {
    finish: () => {
      drain();
      for (const { draft, t } of settleCorrelation(state, state.latest)) source.emitAt(draft, t);
      drain();
    },
    stop: () => {
      forget();
      clearImmediate(turn);
      clearTimeout(timer);
      queue = [];
    },
  };
}
