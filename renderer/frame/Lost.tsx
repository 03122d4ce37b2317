import { fault } from '../../shared/fault.ts';
import { Button } from '../components/Button.tsx';
import { ErrorBanner } from '../components/ErrorBanner.tsx';
import styles from './Lost.module.css';

const lost = fault('connection-lost', 'The connection to the runtime is lost.', {
  next: 'What you see was true until then. Reload to connect again.',
});

/** Lies over the window when nothing new can come any more. */
export function Lost() {
  return (
    <div className={styles.over}>
      <ErrorBanner fault={lost}>
        <Button onClick={() => location.reload()}>Reload</Button>
      </ErrorBanner>
    </div>
  );
}
