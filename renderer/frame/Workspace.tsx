import { useSyncExternalStore } from 'react';
import { Pane, SplitPane, Splitter } from '../components/SplitPane.tsx';
import { EventLog } from '../log/EventLog.tsx';
import { Inspector } from '../inspector/Inspector.tsx';
import { useOpenCapture, useUi } from '../stores/hooks.ts';
import { ProbeProgress } from '../views/probe/ProbeProgress.tsx';
import { View } from './View.tsx';
import { useReady } from './useReady.ts';
import styles from './Workspace.module.css';

const narrow = matchMedia('(width < 900px)');
const subscribe = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

/** The view with the event log below and the inspector beside it; where room is short the inspector lies over the view. */
export function Workspace() {
  const inspector = useUi((ui) => ui.inspector);
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const ready = useReady();
  return (
    <main className={styles.work} data-ready={ready || undefined}>
      <SplitPane orientation="horizontal" className={styles.split}>
        <Pane id="centre" minSize="320px" className={styles.pane}>
          <Centre />
        </Pane>
        {inspector && !isNarrow && (
          <>
            <Splitter label="Width of the inspector" />
            <Pane
              id="inspector"
              defaultSize="340px"
              minSize="260px"
              maxSize="640px"
              groupResizeBehavior="preserve-pixel-size"
              className={styles.pane}
            >
              <Inspector />
            </Pane>
          </>
        )}
      </SplitPane>
      {inspector && isNarrow && (
        <div className={styles.over}>
          <Inspector />
        </div>
      )}
    </main>
  );
}

function Centre() {
  const capture = useOpenCapture();
  const log = useUi((ui) => ui.log);
  const events = capture && <EventLog key={capture.id} capture={capture} />;
  return (
    <SplitPane orientation="vertical" className={styles.split}>
      <Pane id="view" minSize="80px" className={styles.pane}>
        <div className={styles.view}>
          <ProbeProgress />
          <View />
        </div>
        {!log && events && <div className={styles.folded}>{events}</div>}
      </Pane>
      {log && events && (
        <>
          <Splitter label="Height of the event log" />
          <Pane
            id="log"
            defaultSize="240px"
            minSize="90px"
            groupResizeBehavior="preserve-pixel-size"
            className={styles.pane}
          >
            {events}
          </Pane>
        </>
      )}
    </SplitPane>
  );
}
