import { clsx } from 'clsx';
import type { PipelineCounts } from '../../../shared/model/index.ts';
import { formatCount, plural } from '../../frame/format.ts';
import styles from './ToolMatrix.module.css';

interface MatrixHeadProps {
  readonly counts: PipelineCounts;
  /** The labels of one host, or of two that stand side by side. */
  readonly hosts: readonly string[];
}

/** The heads of the columns with their counts; each says who decides there. */
export function MatrixHead({ counts, hosts }: MatrixHeadProps) {
  const [first, second] = hosts;
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
        note={second === undefined ? 'model is shown' : first}
      />
      {second !== undefined && <Head title="Exposure" tone={styles.exposure} note={second} />}
      <Head
        title="Approval"
        tone={styles.approval}
        count={second === undefined ? `${formatCount(counts.approval)} waiting` : undefined}
        note={second === undefined ? 'this call may go on' : first}
      />
      {second !== undefined && <Head title="Approval" tone={styles.approval} note={second} />}
      <Head
        title="Execution"
        tone={styles.execution}
        count={second === undefined ? plural(counts.execution, 'call') : formatCount(counts.execution)}
        note="server received"
      />
    </div>
  );
}

interface HeadProps {
  readonly title: string;
  readonly note: string | undefined;
  readonly count?: string | undefined;
  readonly tone?: string | undefined;
}

function Head({ title, note, count, tone }: HeadProps) {
  return (
    <div role="columnheader" className={styles.columnHead}>
      <span className={clsx(styles.columnTitle, tone)}>{title}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
      <small className={styles.note} data-tip={note}>
        {note}
      </small>
    </div>
  );
}
