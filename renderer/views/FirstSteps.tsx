import { Play, Plus } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { useApp } from '../stores/hooks.ts';
import { openSample } from '../actions/actions.ts';
import styles from './FirstSteps.module.css';

/** What stands in an empty room: the two ways to fill it, and one to look around. */
export function FirstSteps({ title }: { readonly title: string }) {
  const app = useApp();
  return (
    <div className={styles.steps}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.cards}>
        <section className={styles.card} aria-labelledby="step-probe">
          <h3 id="step-probe">See a real run</h3>
          <p>
            A bundled server, a fake model and the built-in host play a short session on this machine. Nothing
            leaves it, no key is needed.
          </p>
          <Button look="primary" onClick={() => app.ui.setState({ dialog: { kind: 'probe' } })}>
            <Play size={13} aria-hidden /> Run the built-in probe
          </Button>
        </section>
        <section className={styles.card} aria-labelledby="step-server">
          <h3 id="step-server">Look at a server of yours</h3>
          <p>
            Give its command line or its address, or paste a client’s configuration. A command runs only after
            you have seen it.
          </p>
          <Button onClick={() => app.ui.setState({ dialog: { kind: 'addServer' } })}>
            <Plus size={13} aria-hidden /> Add a server
          </Button>
        </section>
      </div>
      <Button look="quiet" onClick={() => void openSample(app)}>
        Open the sample capture
      </Button>
    </div>
  );
}
