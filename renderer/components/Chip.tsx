import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './Chip.module.css';

/** What a chip speaks of: one of the four stages, a fault, nothing that happened, or none of these. */
export type ChipTone = 'discovery' | 'exposure' | 'approval' | 'execution' | 'fault' | 'none' | 'plain';

/** Filled rests on evidence, outlined on an assumption. */
export type ChipFill = 'filled' | 'outlined';

interface ChipProps {
  readonly tone: ChipTone;
  readonly fill?: ChipFill;
  /** Draws the stage's shape as a ring: a tool that is deferred is there, but not in the open. */
  readonly hollow?: boolean;
  readonly children: ReactNode;
}

/** A state as a shape, a word and a colour; the colour is never the only carrier. */
export function Chip({ tone, fill = 'filled', hollow = false, children }: ChipProps) {
  const outlined = fill === 'outlined';
  return (
    <span className={clsx(styles.chip, styles[tone], hollow && styles.hollow, outlined && styles.outlined)}>
      {tone !== 'none' && tone !== 'plain' && <i aria-hidden />}
      <span className={styles.word}>
        {children}
        {outlined && <span className={styles.hidden}> (assumed)</span>}
      </span>
    </span>
  );
}
