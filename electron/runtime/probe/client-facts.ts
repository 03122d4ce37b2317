import type { Event, EventOf } from '../../../shared/event.ts';

/** What the verdict on a run rests on, counted while it is recorded. */
export interface RunFacts {
  /** Model requests. */
  readonly asked: number;
  /** A tool of the probed server stood in one, or an envelope that can carry its calls. */
  readonly shown: boolean;
  readonly started: number;
  readonly finished: number;
  readonly denied: number;
  readonly turn: (EventOf<'client.reported'>['what'] & ('turnCompleted' | 'turnFailed')) | undefined;
  /** Refusals and failures of the provider, by code. */
  readonly failures: ReadonlyMap<string, number>;
}

/** Folds the events of one run. */
export function createRunFacts() {
  let [asked, started, finished, denied] = [0, 0, 0, 0];
  let shown = false;
  let turn: RunFacts['turn'];
  const failures = new Map<string, number>();

  return {
    apply: (event: Event): void => {
      switch (event.kind) {
        case 'exchange.request':
          if (event.method !== 'GET' && event.method !== 'HEAD') asked++;
          shown ||= event.observed.length > 0 || event.envelopes.length > 0;
          return;
        case 'response.failed':
          failures.set(event.code, (failures.get(event.code) ?? 0) + 1);
          return;
        case 'call.started':
          started++;
          return;
        case 'call.finished':
          finished++;
          return;
        case 'client.reported':
          if (event.what === 'permissionDenied') denied++;
          if (event.what === 'turnCompleted' || event.what === 'turnFailed') turn = event.what;
          return;
        default:
      }
    },
    read: (): RunFacts => ({ asked, shown, started, finished, denied, turn, failures }),
  };
}
