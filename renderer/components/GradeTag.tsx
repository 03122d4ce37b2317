import { clsx } from 'clsx';
import type { Grade } from '../../shared/lint/index.ts';
import styles from './EvidenceTag.module.css';

const meaning: Record<Grade, string> = {
  measured: 'Seen on the wire of the program itself',
  read: "Read in the host's published source",
  documented: "The host's maker says so",
  reported: 'Somebody else says so',
};

interface GradeTagProps {
  readonly grade: Grade | undefined;
  /** Whether an input had to be guessed as well. */
  readonly assumed?: boolean;
}

/** How well the weakest of the facts behind a statement about a host is known. */
export function GradeTag({ grade, assumed = false }: GradeTagProps) {
  const weak = assumed || grade === 'reported' || grade === undefined;
  const words = grade ?? 'no fact';
  return (
    <span
      className={clsx(styles.tag, weak && styles.assumed)}
      data-tip={`${grade === undefined ? 'No fact stands behind this' : meaning[grade]}${assumed ? '; an input had to be guessed' : ''}`}
    >
      {assumed ? `${words}, assumed` : words}
    </span>
  );
}
