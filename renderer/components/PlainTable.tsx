import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './PlainTable.module.css';

export interface PlainColumn {
  readonly title: string;
  readonly align?: 'end';
  readonly mono?: boolean;
}

interface PlainTableProps {
  readonly label: string;
  readonly columns: readonly PlainColumn[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A short table that stands in the text; long ones are virtual. Wide ones scroll sideways. */
export function PlainTable({ label, columns, rows }: PlainTableProps) {
  return (
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th key={title} scope="col" className={clsx(align === 'end' && styles.end)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {columns.map(({ title, align, mono }, at) => {
                const className = clsx(align === 'end' && styles.end, mono === true && 'mono');
                return at === 0 ? (
                  <th key={title} scope="row" className={className}>
                    {cells[at]}
                  </th>
                ) : (
                  <td key={title} className={className}>
                    {cells[at]}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
