import { Check } from 'lucide-react';
import { clsx } from 'clsx';
import type { ClientOffer } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Progress } from '../../components/Progress.tsx';
import { formatMs, plural } from '../../frame/format.ts';
import { useApp, useModels } from '../../stores/hooks.ts';
import type { ClientRun } from './rows.ts';
import styles from './RunProgress.module.css';

/** The steps of a probe in the words of people, in order. */
const steps: readonly (readonly [code: string, says: string])[] = [
  ['client', 'Find the client, or install it'],
  ['server', 'Learn the tools of the server'],
  ['provider', 'Start the scripted provider'],
  ['run', 'Run the client'],
  ['verdict', 'Judge what came of it'],
];

interface RunProgressProps {
  readonly run: ClientRun;
  readonly offer: ClientOffer;
}

/** How far a probe is, what it does, and the way to stop it. */
export function RunProgress({ run, offer }: RunProgressProps) {
  const app = useApp();
  const { status, calls, threads } = useModels(
    (models) => `${models.status.probe?.index}/${models.calls.version}/${models.threads.version}`,
  );
  const { probe } = status;
  const at = probe === null || probe.step === null ? 0 : probe.index;
  const { installing } = offer;
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-label="Progress">
        <div className={styles.head}>
          <Progress
            label="Progress of the probe"
            value={installing || probe === null ? undefined : (at + 0.5) / steps.length}
          />
          <Button onClick={() => void app.ask('probe.cancel', { capture: run.capture })}>Cancel</Button>
        </div>
        <ol className={styles.steps}>
          {steps.map(([code, says], index) => (
            <li
              key={code}
              className={clsx(index > at && styles.later)}
              aria-current={index === at ? 'step' : undefined}
            >
              <span className={styles.mark} aria-hidden>
                {index < at ? <Check size={13} /> : index === at ? '▸' : ''}
              </span>
              {says}
              {index < at && <span className={styles.hidden}>, done</span>}
            </li>
          ))}
        </ol>
        <p className={styles.note} role="status">
          {installing
            ? `npm installs ${offer.title} ${installing.version}: ${formatMs(Math.round(installing.elapsedMs / 1000) * 1000)} so far. npm does not say how far it is.`
            : `${plural(threads.threads.size, 'thread')}, ${plural(calls.rows.size, 'call')} so far.`}
        </p>
      </section>
    </div>
  );
}
