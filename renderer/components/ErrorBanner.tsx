import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import type { Fault } from '../../shared/fault.ts';
import styles from './ErrorBanner.module.css';

interface ErrorBannerProps {
  readonly fault: Fault;
  /** Buttons that do something about it. */
  readonly children?: ReactNode;
}

/** What failed, what caused it and what to do next. */
export function ErrorBanner({ fault, children }: ErrorBannerProps) {
  return (
    <div role="alert" className={styles.banner}>
      <CircleAlert size={15} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.message}>{fault.message}</p>
        {fault.cause !== undefined && <p className={styles.cause}>{fault.cause}</p>}
        {fault.next !== undefined && <p>{fault.next}</p>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
