import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Event } from '../../shared/event.ts';
import type { OpenCapture } from '../stores/capture.ts';
import { createFiltered, unfiltered, type Filtered } from '../stores/filtered.ts';
import { matcher } from '../filter/match.ts';
import { parseFilter } from '../filter/syntax.ts';
import type { Fault } from '../../shared/fault.ts';

const BUDGET_MS = 8;

interface FilteredEvents {
  readonly list: Filtered;
  readonly fault: Fault | undefined;
  /** Older events are still being looked through. */
  readonly scanning: boolean;
}

/** The events of a capture that a filter line lets through; goes through them in slices, so that nothing waits for it. */
export function useFiltered(capture: OpenCapture, line: string): FilteredEvents {
  const version = useStore(capture.store, (state) => state.version);
  const [, redraw] = useState(0);

  const { list, fault } = useMemo((): { list: Filtered; fault: Fault | undefined } => {
    const parsed = parseFilter(line);
    if (!parsed.ok) return { list: unfiltered(capture.events), fault: parsed.fault };
    if (parsed.value.length === 0) return { list: unfiltered(capture.events), fault: undefined };
    const roles = capture.models.threads.threads;
    const roleOf = (thread: string): string | undefined =>
      roles.values().find((row) => row.thread === thread)?.role;
    return { list: createFiltered<Event>(capture.events, matcher(parsed.value, roleOf)), fault: undefined };
  }, [capture, line]);

  useEffect(() => {
    let stopped = false;
    const step = async (): Promise<void> => {
      const done = await list.advance(BUDGET_MS);
      if (stopped) return;
      redraw((n) => n + 1);
      if (!done) setTimeout(() => void step());
    };
    void step();
    return () => {
      stopped = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the version says that the mutable list has grown
  }, [list, version]);

  return { list, fault, scanning: list.scanned() < capture.events.count() };
}
