import { formatCount, formatMs } from '../../frame/format.ts';
import type { Bin } from './bins.ts';
import styles from './ChartsView.module.css';

/** The bars of the histogram as figures. */
export function HistogramTable({ bins }: { readonly bins: readonly Bin[] }) {
  return (
    <table className={styles.table} aria-label="Latency of calls">
      <thead>
        <tr>
          <th scope="col">from</th>
          <th scope="col">to</th>
          <th scope="col">calls</th>
        </tr>
      </thead>
      <tbody>
        {bins.map(({ from, to, count }) => (
          <tr key={from}>
            <td>{formatMs(from)}</td>
            <td>{formatMs(to)}</td>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
