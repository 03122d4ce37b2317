import type { Draft } from '../../../shared/event.ts';
import type { Recorder } from '../recorder.ts';

export interface TapClockReading {
  /** Nanoseconds of our clock. */
  readonly at: bigint;
  /** Milliseconds. */
  readonly uncertainty: number;
}

/**
 * A recorder for what one wrapper saw: the same events as of a connection of our own, but of source `tap`, with the
 * wrapper's time and its uncertainty, and with calls that a client of somebody else makes.
 */
export const tapRecorder = (recorder: Recorder, present: () => TapClockReading): Recorder => ({
  ...recorder,
  emit: (draft, at) => {
    const reading = present();
    return recorder.emit(tapped(draft, reading.uncertainty), at ?? reading.at);
  },
  // Nobody's response waits for a tap, and the reading is of now.
  soon: (record) => record(),
});

const tapped = (draft: Draft, clockUncertainty: number): Draft => {
  const stamp = { source: 'tap', clockUncertainty } as const;
  return draft.kind === 'call.started' ? { ...draft, ...stamp, origin: 'client' } : { ...draft, ...stamp };
};
