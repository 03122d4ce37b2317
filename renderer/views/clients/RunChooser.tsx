import { Select } from '../../components/Select.tsx';
import { useApp, useOpenCapture, useShownPart } from '../../stores/hooks.ts';
import type { ClientRow, ClientRun } from './rows.ts';
import { outcomeWord, runLabel } from './words.ts';
import { Button } from '../../components/Button.tsx';
import styles from './RunChooser.module.css';

interface RunChooserProps {
  readonly row: ClientRow;
  readonly run: ClientRun;
}

/** Which run is looked at; it is also the capture that the window shows. */
export function RunChooser({ row, run }: RunChooserProps) {
  const { navigation } = useApp();
  const opened = useOpenCapture()?.id;
  const part = useShownPart();
  const open = (capture: string): void => navigation.go({ view: 'clients', part, capture });
  return (
    <div className={styles.runs}>
      {opened !== run.capture && (
        <Button look="quiet" onClick={() => open(run.capture)}>
          Open it in the window
        </Button>
      )}
      <Select
        label="Run"
        className={styles.select}
        value={run.capture}
        options={row.runs.map((one) => ({
          value: one.capture,
          label: runLabel(one),
          hint: outcomeWord(one).word,
        }))}
        onChange={open}
      />
    </div>
  );
}
