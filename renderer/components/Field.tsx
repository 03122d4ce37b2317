import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Draws the control; `describedBy` belongs on it when the field has a hint or an error. */
  readonly children: (wiring: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode;
}

/** A label, a control and what is to be said about it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, describedBy: note === undefined ? undefined : noteId, invalid: error !== undefined })}
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}
