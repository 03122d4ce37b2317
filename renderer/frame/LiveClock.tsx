import { useNow } from '../stores/clock.ts';
import { useModels, useOpenSummary } from '../stores/hooks.ts';
import { formatClock } from './format.ts';
import styles from './LiveClock.module.css';

/** Whether the open capture still records, and how long it has. */
export function LiveClock() {
  const summary = useOpenSummary();
  const { status } = useModels((models) => Math.floor(models.status.latest / 1000));
  const now = useNow(summary?.live === true ? 1000 : undefined);
  if (!summary) return null;
  const elapsed = summary.live ? Math.max(status.latest, now - Date.parse(summary.startedAt)) : status.latest;
  return (
    <div className={styles.clock}>
      {summary.live && (
        <span className={styles.live}>
          <i aria-hidden />
          live
        </span>
      )}
      <time className={styles.time}>{formatClock(elapsed)}</time>
    </div>
  );
}
