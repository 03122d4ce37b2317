import { useState, type DragEvent } from 'react';
import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { openSample } from '../../actions/actions.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useApp, useCaptures } from '../../stores/hooks.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { ViewBar } from '../ViewBar.tsx';
import { CaptureRow } from './CaptureRow.tsx';
import { useImportFile } from './useImportFile.ts';
import styles from './CapturesView.module.css';

/** The saved captures; a file dropped anywhere here is imported. */
export function CapturesView() {
  const app = useApp();
  const captures = useCaptures();
  const { importFile, salvage, refused, choose } = useImportFile();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void importFile(file);
  };
  const sorted = captures?.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1)) ?? [];
  return (
    <div
      className={clsx(styles.view, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ViewBar title="Captures">
        <Button onClick={() => void openSample(app)}>Open the sample</Button>
        <Button onClick={choose}>
          <Upload size={13} aria-hidden /> Import…
        </Button>
      </ViewBar>
      {refused && (
        <div className={styles.refused}>
          <ErrorBanner fault={refused.fault}>
            {refused.salvageable && <Button onClick={() => void salvage()}>Keep what is readable</Button>}
          </ErrorBanner>
        </div>
      )}
      {captures && sorted.length === 0 ? (
        <FirstSteps title="No captures yet" />
      ) : (
        <ul className={styles.list} aria-label="Captures">
          {sorted.map((capture) => (
            <CaptureRow key={capture.capture} summary={capture} />
          ))}
        </ul>
      )}
      <p className={styles.hint}>Drop a capture file anywhere here to import it.</p>
    </div>
  );
}
