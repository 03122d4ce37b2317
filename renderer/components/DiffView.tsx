import { clsx } from 'clsx';
import styles from './DiffView.module.css';

export interface DiffLine {
  readonly change: 'kept' | 'removed' | 'added';
  readonly text: string;
}

const sign: Record<DiffLine['change'], string> = { kept: ' ', removed: '-', added: '+' };
const spoken: Record<DiffLine['change'], string> = { kept: '', removed: 'removed: ', added: 'added: ' };

/** Lines that stayed, went or came; each carries a sign and a word for screen readers beside its colour. */
export function DiffView({ label, lines }: { readonly label: string; readonly lines: readonly DiffLine[] }) {
  return (
    <div role="group" aria-label={label} tabIndex={0} className={styles.diff}>
      {lines.map((line, at) => (
        <div key={at} className={clsx(styles.line, styles[line.change])}>
          <span aria-hidden>{sign[line.change]} </span>
          <span className={styles.spoken}>{spoken[line.change]}</span>
          {line.text}
        </div>
      ))}
    </div>
  );
}
