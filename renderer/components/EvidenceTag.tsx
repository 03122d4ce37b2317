import { clsx } from 'clsx';
import styles from './EvidenceTag.module.css';

export type Evidence = 'measured' | 'reported' | 'derived' | 'assumed';

const meaning: Record<Evidence, string> = {
  measured: 'Seen on a wire',
  reported: 'A client said so',
  derived: 'Computed here from measured facts',
  assumed: 'An input that had to be guessed',
};

/** How well a fact is known. */
export function EvidenceTag({ evidence }: { readonly evidence: Evidence }) {
  return (
    <span className={clsx(styles.tag, evidence === 'assumed' && styles.assumed)} data-tip={meaning[evidence]}>
      {evidence}
    </span>
  );
}
