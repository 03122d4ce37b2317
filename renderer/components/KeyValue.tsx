import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './KeyValue.module.css';

export interface KeyValueRow {
  readonly name: string;
  readonly value: ReactNode;
  readonly mono?: boolean;
}

/** Names beside values, in two columns. */
export function KeyValue({
  rows,
  wide = false,
}: {
  readonly rows: readonly KeyValueRow[];
  readonly wide?: boolean;
}) {
  return (
    <dl className={clsx(styles.list, wide && styles.wide)}>
      {rows.map(({ name, value, mono = false }) => (
        <div key={name} className={styles.row}>
          <dt className={styles.name}>{name}</dt>
          <dd className={clsx(styles.value, mono && 'mono')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
