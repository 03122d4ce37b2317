import { Progress as Primitive } from 'radix-ui';
import styles from './Progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** 0 to 1; absent while the amount of work is not known. */
  readonly value?: number | undefined;
}

/** How far long work has come. */
export function Progress({ label, value }: ProgressProps) {
  const percent = value === undefined ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Primitive.Root className={styles.track} value={percent} aria-label={label}>
      <Primitive.Indicator className={styles.bar} style={percent === null ? {} : { width: `${percent}%` }} />
    </Primitive.Root>
  );
}
