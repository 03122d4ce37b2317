import type { ReactNode } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '../components/IconButton.tsx';
import styles from './EventLog.module.css';

interface EventLogBarProps {
  readonly open: boolean;
  readonly count: string;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** The head of the event log; all that is left of it when it is folded. */
export function EventLogBar({ open, count, onToggle, children }: EventLogBarProps) {
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>Events</h2>
      {children}
      <span className={styles.count}>{count}</span>
      <IconButton
        icon={open ? ChevronDown : ChevronUp}
        label={open ? 'Fold the event log' : 'Open the event log'}
        aria-expanded={open}
        onClick={onToggle}
      />
    </div>
  );
}
