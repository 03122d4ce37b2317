import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { TimelineModel } from './model.ts';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { TimelineTable } from './TimelineTable.tsx';
import styles from './TimelineView.module.css';
import type { TimelineSelection, TimelineState } from './types.ts';
import { callsText, sameThing, threadsText } from './words.ts';

export interface TimelineViewProps {
  readonly state: TimelineState;
  readonly selection: TimelineSelection | null;
  readonly onSelect: (selection: TimelineSelection | null) => void;
  readonly onStartProbe: () => void;
  /** The capture still records: open slices grow, lanes never shrink. */
  readonly live: boolean;
  /** Where the capture's clock stands, ms since its start. It runs on between two renderings while live. */
  readonly nowMs: number;
  /** Keeps view, marks and measure while the view is away; one for each capture. */
  readonly model?: TimelineModel;
}

/** Threads, responses, execution windows and calls over time; as a picture, or as a table of the same slices. */
export function TimelineView(props: TimelineViewProps) {
  const { state, selection, onSelect, onStartProbe, live, nowMs } = props;
  const [own] = useState(() => new TimelineModel());
  const model = props.model ?? own;
  const [asTable, setAsTable] = useState(false);
  const isEmpty = state.slices.length === 0;

  useLayoutEffect(() => {
    model.read(state, live, nowMs);
  }); // at every rendering: the state grows in place, and what has not changed is not read again

  const emitted = useRef<TimelineSelection | null>(null);
  const select = (next: TimelineSelection | null): void => {
    emitted.current = next;
    onSelect(next);
  };
  useEffect(() => {
    const ref = selection === null || selection.kind === 'thread' ? null : selection;
    model.select(ref, !sameThing(selection, emitted.current));
    emitted.current = selection;
  }, [model, selection]);

  return (
    <section className={styles.view} aria-label="Timeline">
      <header className={styles.bar}>
        <h1>Timeline</h1>
        <span className={styles.count}>{threadsText(state.counts)}</span>
        <span className={styles.count}>{callsText(state.counts)}</span>
        <span className={styles.space} />
        <Button disabled={isEmpty || asTable} onClick={() => model.fit()}>
          Fit <Kbd>F</Kbd>
        </Button>
        <Button disabled={isEmpty || asTable} onClick={() => model.mark()}>
          Mark <Kbd>M</Kbd>
        </Button>
        <Button disabled={isEmpty} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'As picture' : 'As table'}
        </Button>
      </header>
      {isEmpty ? (
        <div className={styles.nothing}>
          <EmptyState title="No windows yet: start a probe">
            <p>
              A probe runs a real server and a scripted model. Its threads, execution windows and calls then
              stand here side by side in time.
            </p>
            <Button look="primary" onClick={onStartProbe}>
              Start a probe
            </Button>
          </EmptyState>
        </div>
      ) : asTable ? (
        <TimelineTable state={state} selection={selection} onSelect={select} />
      ) : (
        <TimelineCanvas model={model} state={state} selection={selection} onSelect={select} nowMs={nowMs} />
      )}
    </section>
  );
}
