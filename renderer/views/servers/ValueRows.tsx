import { Lock, LockOpen, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Input } from '../../components/Input.tsx';
import type { ValueRow } from './serverDraft.ts';
import styles from './ServerForm.module.css';

interface ValueRowsProps {
  readonly label: string;
  /** What one row is called. */
  readonly noun: string;
  readonly rows: readonly ValueRow[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly ValueRow[]) => void;
}

/** Names with values. A locked value is read from a variable when the server starts and is written nowhere. */
export function ValueRows({ label, noun, rows, error, onChange }: ValueRowsProps) {
  const set = (at: number, change: Partial<ValueRow>): void => {
    const row = rows[at];
    if (row) onChange(rows.with(at, { ...row, ...change }));
  };
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>{label}</legend>
      {rows.map(({ name, value, isVariable }, at) => (
        <div key={at} className={styles.row}>
          <Input
            mono
            className={styles.name}
            aria-label={`Name of ${noun} ${at + 1}`}
            placeholder="NAME"
            value={name}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <Input
            mono
            aria-label={isVariable ? `Variable that holds ${noun} ${at + 1}` : `Value of ${noun} ${at + 1}`}
            placeholder={isVariable ? 'NAME_OF_A_VARIABLE' : 'value'}
            value={value}
            onChange={({ target }) => set(at, { value: target.value })}
          />
          <IconButton
            icon={isVariable ? Lock : LockOpen}
            label={isVariable ? `Write ${noun} ${at + 1} as text` : `Read ${noun} ${at + 1} from a variable`}
            aria-pressed={isVariable}
            onClick={() => set(at, { isVariable: !isVariable })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${noun} ${at + 1}`}
            onClick={() => onChange(rows.toSpliced(at, 1))}
          />
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div>
        <Button look="quiet" onClick={() => onChange([...rows, { name: '', value: '', isVariable: false }])}>
          <Plus size={13} aria-hidden /> Add a {noun}
        </Button>
      </div>
    </fieldset>
  );
}
