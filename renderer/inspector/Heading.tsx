import type { ReactNode } from 'react';
import styles from './Inspector.module.css';

interface HeadingProps {
  readonly title: string;
  readonly sub: ReactNode;
  readonly chips?: ReactNode;
}

/** The name of what is selected, where it belongs and its state. */
export function Heading({ title, sub, chips }: HeadingProps) {
  return (
    <header>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.sub}>{sub}</p>
      {chips !== undefined && <div className={styles.chips}>{chips}</div>}
    </header>
  );
}
