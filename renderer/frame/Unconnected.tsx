import type { Fault } from '../../shared/fault.ts';
import { Button } from '../components/Button.tsx';
import { ErrorBanner } from '../components/ErrorBanner.tsx';
import styles from './Unconnected.module.css';

/** The window before it is connected, or when it could not be. */
export function Unconnected({ fault }: { readonly fault?: Fault }) {
  return (
    <main className={styles.page} aria-busy={!fault}>
      {fault ? (
        <ErrorBanner fault={fault}>
          <Button onClick={() => location.reload()}>Try again</Button>
        </ErrorBanner>
      ) : (
        <p className={styles.quiet}>Connecting…</p>
      )}
    </main>
  );
}
