import { Button } from '../../components/Button.tsx';
import { Progress } from '../../components/Progress.tsx';
import { spell } from '../../inspector/words.ts';
import { useApp, useModels, useOpenSummary, usePlace } from '../../stores/hooks.ts';
import styles from './ProbeProgress.module.css';

/** What a running probe is doing, how far it is, and the way to stop it. */
export function ProbeProgress() {
  const app = useApp();
  const summary = useOpenSummary();
  const { status } = useModels(
    ({ status: { probe } }) => `${probe?.probe}/${probe?.index}/${probe?.finished === null}`,
  );
  const { probe } = status;
  // The page of a client shows the same at length.
  const isToldBelow = usePlace(({ view, part }) => view === 'clients' && part !== undefined);
  if (!probe || probe.finished || !summary?.live || isToldBelow) return null;
  const { step, index, of } = probe;
  const says = step === null ? 'starting' : spell(step);
  return (
    <div className={styles.bar} role="group" aria-label="Probe">
      <span className={styles.step}>Probe: {says}</span>
      <Progress label="Progress of the probe" value={of > 0 ? index / of : undefined} />
      <Button look="quiet" onClick={() => void app.ask('probe.cancel', { capture: summary.capture })}>
        Stop the probe
      </Button>
    </div>
  );
}
