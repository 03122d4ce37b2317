import { clsx } from 'clsx';
import type { PipelineCounts } from '../../../shared/model/index.ts';
import { formatCount, plural } from '../../frame/format.ts';
import styles from './ToolMatrix.module.css';

/** The heads of the columns with their counts; each says who decides there. */
export function MatrixHead({ counts }: { readonly counts: PipelineCounts }) {
  return (
    <div role="row" aria-rowindex={1} className={clsx(styles.row, styles.head)}>
      <Head title="Tool" note="raw route" />
      <Head
        title="Discovery"
        tone={styles.discovery}
        count={formatCount(counts.discovery)}
        note="server says it can"
      />
      <Head
        title="Exposure"
        tone={styles.exposure}
        count={formatCount(counts.exposure)}
        note="model is shown"
      />
      <Head
        title="Approval"
        tone={styles.approval}
        count={`${formatCount(counts.approval)} waiting`}
        note="this call may go on"
      />
      <Head
        title="Execution"
        tone={styles.execution}
        count={plural(counts.execution, 'call')}
        note="server received"
      />
    </div>
  );
}

interface HeadProps {
  readonly title: string;
  readonly note: string;
  readonly count?: string;
  readonly tone?: string | undefined;
}

function Head({ title, note, count, tone }: HeadProps) {
  return (
    <div role="columnheader" className={styles.columnHead}>
      <span className={clsx(styles.columnTitle, tone)}>{title}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
      <small className={styles.note}>{note}</small>
    </div>
  );
}
