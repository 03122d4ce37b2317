import { useState } from 'react';
import { Play } from 'lucide-react';
import type { ProbeRequest } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Select } from '../../components/Select.tsx';
import { useApp } from '../../stores/hooks.ts';
import { probeHosts, startProbe } from './startProbe.ts';
import { useScenarios } from './useScenarios.ts';
import styles from './ProbeCard.module.css';

/** One click to a real run: choose who asks, press, watch. */
export function ProbeCard() {
  const app = useApp();
  const scenarios = useScenarios();
  const [host, setHost] = useState<ProbeRequest['host']>('codex');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const scenario =
    scenarios?.ok === true ? scenarios.value.find(({ hosts }) => hosts.includes(host)) : undefined;
  const failure = scenarios?.ok === false ? scenarios.fault : fault;
  const run = async (): Promise<void> => {
    if (!scenario) return;
    setBusy(true);
    setFault(await startProbe(app, { host, scenario: scenario.id, approve: 'ask' }));
    setBusy(false);
  };
  return (
    <section className={styles.card} aria-labelledby="step-probe">
      <h3 id="step-probe">See a real run</h3>
      <p>
        A bundled server, a scripted model and the built-in host play a session on this machine. Nothing
        leaves it, no key is needed.
      </p>
      {failure && <ErrorBanner fault={failure} />}
      <div className={styles.actions}>
        <Button look="primary" disabled={!scenario || busy} onClick={() => void run()}>
          <Play size={13} aria-hidden /> Run the built-in probe
        </Button>
        <Select label="Host to play" value={host} options={probeHosts} onChange={setHost} />
      </div>
      <Button
        look="quiet"
        className={styles.more}
        onClick={() => app.ui.setState({ dialog: { kind: 'probe' } })}
      >
        Other scenarios…
      </Button>
    </section>
  );
}
