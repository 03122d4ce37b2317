import type { Event, EventOf, Kind } from '../../shared/event.ts';
import { memoryLog } from '../../electron/runtime/event-log.ts';
import { createRecorder, type Recorder } from '../../electron/runtime/recorder.ts';

export interface Recording {
  readonly recorder: Recorder;
  readonly events: readonly Event[];
  readonly of: <K extends Kind>(kind: K) => EventOf<K>[];
}

/** A capture in memory whose events a test can read. */
export function record(): Recording {
  const events: Event[] = [];
  const recorder = createRecorder({
    capture: 'test',
    name: 'test',
    writer: '0.0.0',
    simulated: true,
    openLog: () => memoryLog(events),
  });
  const recorded = (): readonly Event[] => {
    // Whoever asks for the log has what waits for the next turn recorded first.
    void recorder.log;
    return events;
  };
  return {
    recorder,
    get events() {
      return recorded();
    },
    of: (kind) => recorded().filter((event): event is EventOf<typeof kind> => event.kind === kind),
  };
}
