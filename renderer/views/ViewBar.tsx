import type { ReactNode } from 'react';
import styles from './ViewBar.module.css';

interface ViewBarProps {
  readonly title: string;
  /** What the title counts or names, after it. */
  readonly note?: ReactNode;
  /** Buttons at the end. */
  readonly children?: ReactNode;
}

/** The head of a view. */
export function ViewBar({ title, note, children }: ViewBarProps) {
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <span className={styles.space} />
      {children}
    </header>
  );
}
