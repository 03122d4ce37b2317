import { useModels, useOpenSummary } from '../stores/hooks.ts';
import { formatClock } from './format.ts';
import styles from './LiveClock.module.css';

/** Whether the open capture still records, and the time of its newest event. */
export function LiveClock() {
  const summary = useOpenSummary();
  const { status } = useModels((models) => Math.floor(models.status.latest / 100));
  if (!summary) return null;
  return (
    <div className={styles.clock}>
      {summary.live && (
        <span className={styles.live}>
          <i aria-hidden />
          live
        </span>
      )}
      <time className={styles.time}>{formatClock(status.latest)}</time>
    </div>
  );
}
