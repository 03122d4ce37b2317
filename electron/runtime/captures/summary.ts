import type { CaptureRun } from '../../../shared/contract.ts';
import type { Event } from '../../../shared/event.ts';

/** The counts of a capture's row, folded event by event. */
export interface Tally {
  events: number;
  threads: number;
  calls: number;
  attributed: number;
  abstained: number;
  durationMs: number;
  /** The probe that it recorded. */
  run?: CaptureRun | undefined;
}

export const emptyTally = (): Tally => ({
  events: 0,
  threads: 0,
  calls: 0,
  attributed: 0,
  abstained: 0,
  durationMs: 0,
});

export function tally(sum: Tally, event: Event): Tally {
  sum.events++;
  sum.durationMs = Math.max(sum.durationMs, event.t);
  switch (event.kind) {
    case 'thread.opened':
      sum.threads++;
      break;
    case 'call.started':
      sum.calls++;
      break;
    case 'call.attributed':
      sum.attributed++;
      break;
    case 'call.abstained':
      sum.abstained++;
      break;
    case 'probe.started':
      sum.run = {
        client: event.client,
        scenario: event.scenario,
        ...(event.version === undefined ? {} : { version: event.version }),
        ...(event.origin === undefined ? {} : { origin: event.origin }),
        ...(event.modelClass === undefined ? {} : { modelClass: event.modelClass }),
      };
      break;
    case 'probe.finished':
      if (sum.run === undefined) break;
      sum.run = {
        ...sum.run,
        exit: event.exit,
        ...(event.code === undefined ? {} : { code: event.code }),
      };
      break;
    default:
      break;
  }
  return sum;
}
