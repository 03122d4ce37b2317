import type { LatencyRow } from '../../../shared/model/index.ts';
import { formatCount, formatMs } from '../../frame/format.ts';
import styles from './ChartsView.module.css';

const span = (ms: number | null): string => (ms === null ? '–' : formatMs(ms));

/** One row a tool: how many calls, how many went wrong, how long they took. */
export function PercentileTable({ rows }: { readonly rows: readonly LatencyRow[] }) {
  return (
    <table className={styles.table} aria-label="Percentiles by tool">
      <thead>
        <tr>
          <th scope="col">tool</th>
          <th scope="col">server</th>
          <th scope="col">calls</th>
          <th scope="col">errors</th>
          <th scope="col">mean</th>
          <th scope="col">p50</th>
          <th scope="col">p90</th>
          <th scope="col">p99</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ server, tool, histogram, mean, p50, p90, p99 }) => (
          <tr key={`${server} ${tool}`}>
            <th scope="row">
              <code>{tool}</code>
            </th>
            <td>{server}</td>
            <td>{formatCount(histogram.count)}</td>
            <td>{formatCount(histogram.errors)}</td>
            <td>{span(mean)}</td>
            <td>{span(p50)}</td>
            <td>{span(p90)}</td>
            <td>{span(p99)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
