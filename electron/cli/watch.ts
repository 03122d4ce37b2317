import type { RuntimeClient } from '../../shared/contract.ts';
import type { Event } from '../../shared/event.ts';
import { fault, ok, type Result } from '../../shared/fault.ts';
import { applyCapture, initCapture, type CaptureState } from '../../shared/model/index.ts';
import { note, type Io } from './io.ts';

export interface Watched {
  readonly state: CaptureState;
  readonly events: readonly Event[];
}

/** Folds the events of a run with the reducers of the window until its capture ends. A terminal sees how far it is. */
export async function watchCapture(io: Io, client: RuntimeClient, capture: string): Promise<Result<Watched>> {
  const state = initCapture();
  const seen: Event[] = [];
  return new Promise((resolve) => {
    const subscription = client.subscribe(
      'events',
      { capture, from: 0 },
      (events) => {
        for (const event of events) {
          seen.push(event);
          applyCapture(state, event);
          if (io.stderr.isTTY === true) tell(io, event);
        }
        if (state.status.ended === null) return;
        subscription.close();
        resolve(ok({ state, events: seen }));
      },
      (reason) =>
        resolve({ ok: false, fault: reason ?? fault('stream-ended', 'The run was lost sight of.') }),
    );
  });
}

function tell(io: Io, event: Event): void {
  if (event.kind === 'probe.step') note(io, `${event.index + 1}/${event.of} ${event.step}`);
  if (event.kind === 'call.finished') note(io, `    ${event.tool}: ${event.outcome}`);
}
