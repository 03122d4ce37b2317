import { X } from 'lucide-react';
import { CrashGuard } from '../components/CrashGuard.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useApp, usePlace } from '../stores/hooks.ts';
import type { Selection } from '../stores/place.ts';
import { CallInspector } from './CallInspector.tsx';
import { EventInspector } from './EventInspector.tsx';
import { ItemInspector } from './ItemInspector.tsx';
import { ResponseInspector } from './ResponseInspector.tsx';
import { ServerInspector } from './ServerInspector.tsx';
import { ThreadInspector } from './ThreadInspector.tsx';
import { ToolInspector } from './ToolInspector.tsx';
import { WindowInspector } from './WindowInspector.tsx';
import styles from './Inspector.module.css';

/** The whole story of what is selected. */
export function Inspector() {
  const { ui } = useApp();
  const selection = usePlace((place) => place.selection);
  return (
    <section className={styles.inspector} tabIndex={-1} aria-label="Inspector">
      <div className={styles.close}>
        <IconButton icon={X} label="Close the inspector" onClick={() => ui.setState({ inspector: false })} />
      </div>
      {selection ? (
        <CrashGuard key={JSON.stringify(selection)}>
          <Selected selection={selection} />
        </CrashGuard>
      ) : (
        <p className={styles.hint}>
          Select a tool, a call, a window or an event to see its whole story here.
        </p>
      )}
    </section>
  );
}

function Selected({ selection }: { readonly selection: Selection }) {
  switch (selection.kind) {
    case 'tool':
      return <ToolInspector selection={selection} />;
    case 'call':
      return <CallInspector id={selection.id} />;
    case 'event':
      return <EventInspector seq={selection.seq} />;
    case 'thread':
      return <ThreadInspector id={selection.id} />;
    case 'window':
      return <WindowInspector id={selection.id} />;
    case 'response':
      return <ResponseInspector id={selection.id} />;
    case 'item':
      return <ItemInspector id={selection.id} />;
    case 'server':
      return <ServerInspector name={selection.id} />;
  }
}
