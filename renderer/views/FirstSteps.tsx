import { Plus } from 'lucide-react';
import { openSample } from '../actions/actions.ts';
import { Button } from '../components/Button.tsx';
import { useApp } from '../stores/hooks.ts';
import { ProbeCard } from './probe/ProbeCard.tsx';
import card from './probe/ProbeCard.module.css';
import styles from './FirstSteps.module.css';

/** What stands in an empty room: the two ways to fill it, and one to look around. */
export function FirstSteps({ title }: { readonly title: string }) {
  const app = useApp();
  return (
    <div className={styles.steps}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.cards}>
        <ProbeCard />
        <section className={card.card} aria-labelledby="step-server">
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
