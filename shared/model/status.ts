import * as z from 'zod';
import { Code, Count, HostRef, LocalId, Millis, Version, type Event } from '../event.ts';

export const ProbeProgress = z.strictObject({
  probe: LocalId,
  client: Code,
  version: Version.nullable(),
  scenario: Code,
  metaWithheld: z.boolean(),
  step: Code.nullable(),
  index: Count,
  of: Count,
  finished: z
    .strictObject({
      exit: z.int(),
      wallMs: Millis,
      turnCompleted: z.boolean(),
      finalEquals: z.boolean(),
      code: Code.nullable(),
    })
    .nullable(),
});
export type ProbeProgress = z.infer<typeof ProbeProgress>;

export const StatusState = z.strictObject({
  version: Count,
  events: Count,
  /** Time of the newest event, ms since the capture's start. */
  latest: z.number(),
  dropped: Count,
  /** The largest clock uncertainty of any event, ms. */
  clockUncertainty: Millis,
  host: HostRef.nullable(),
  simulated: z.boolean(),
  ended: z.enum(['finished', 'stopped', 'replaced', 'shutdown']).nullable(),
  probe: ProbeProgress.nullable(),
});
export type StatusState = z.infer<typeof StatusState>;

export const initStatus = (): StatusState => ({
  version: 0,
  events: 0,
  latest: 0,
  dropped: 0,
  clockUncertainty: 0,
  host: null,
  simulated: false,
  ended: null,
  probe: null,
});

/** Counts every event; mutates and returns the state. */
export function applyStatus(state: StatusState, event: Event): StatusState {
  state.version++;
  state.events++;
  if (event.t > state.latest) state.latest = event.t;
  if (event.clockUncertainty !== undefined && event.clockUncertainty > state.clockUncertainty) {
    state.clockUncertainty = event.clockUncertainty;
  }
  switch (event.kind) {
    case 'capture.started':
      state.host = event.host ?? null;
      state.simulated = event.simulated;
      break;
    case 'capture.dropped':
      state.dropped += event.count;
      break;
    case 'capture.ended':
      state.ended = event.reason;
      break;
    case 'probe.started':
      state.probe = {
        probe: event.probe,
        client: event.client,
        version: event.version ?? null,
        scenario: event.scenario,
        metaWithheld: event.metaWithheld,
        step: null,
        index: 0,
        of: 0,
        finished: null,
      };
      break;
    case 'probe.step':
      if (state.probe?.probe === event.probe) {
        state.probe = { ...state.probe, step: event.step, index: event.index, of: event.of };
      }
      break;
    case 'probe.finished':
      if (state.probe?.probe === event.probe) {
        const { exit, wallMs, turnCompleted, finalEquals, code } = event;
        state.probe = {
          ...state.probe,
          finished: { exit, wallMs, turnCompleted, finalEquals, code: code ?? null },
        };
      }
      break;
    default:
      break;
  }
  return state;
}
