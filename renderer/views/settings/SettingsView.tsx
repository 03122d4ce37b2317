import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { DoctorReport } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/fault.ts';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Field } from '../../components/Field.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Select } from '../../components/Select.tsx';
import { useApp, useSettings } from '../../stores/hooks.ts';
import { ViewBar } from '../ViewBar.tsx';
import { WaitField } from './WaitField.tsx';
import styles from './SettingsView.module.css';

/** What can be chosen, what is fixed and why, and what this machine has. */
export function SettingsView() {
  const { changeSettings } = useApp();
  const { theme, boundaryWaitMs } = useSettings();
  return (
    <>
      <ViewBar title="Settings" />
      <div className={styles.page}>
        <section className={styles.group} aria-labelledby="settings-look">
          <h2 id="settings-look">Look</h2>
          <Field label="Theme">
            {({ id }) => (
              <Select
                id={id}
                value={theme}
                options={[
                  { value: 'system', label: 'As the system' },
                  { value: 'dark', label: 'Dark' },
                  { value: 'light', label: 'Light' },
                ]}
                onChange={(chosen) => changeSettings({ theme: chosen })}
              />
            )}
          </Field>
        </section>
        <section className={styles.group} aria-labelledby="settings-attribution">
          <h2 id="settings-attribution">Attribution</h2>
          <WaitField value={boundaryWaitMs} onChange={(ms) => changeSettings({ boundaryWaitMs: ms })} />
        </section>
        <section className={styles.group} aria-labelledby="settings-payloads">
          <h2 id="settings-payloads">Payloads</h2>
          <p>
            Not kept. Arguments, results and wire bytes stay in memory while the program runs, up to a limit.
            No capture and no export holds them.
          </p>
        </section>
        <About />
        <Doctor />
      </div>
    </>
  );
}

function About() {
  const info = useStore(useApp().info, (state) => state.info);
  if (!info) return null;
  return (
    <section className={styles.group} aria-labelledby="settings-about">
      <h2 id="settings-about">About</h2>
      <KeyValue
        rows={[
          { name: 'version', value: info.version },
          { name: 'shell', value: info.shell },
          { name: 'platform', value: info.platform },
          { name: 'Node', value: info.node },
          { name: 'home', value: info.home, mono: true },
        ]}
      />
    </section>
  );
}

function Doctor() {
  const { client } = useApp();
  const [report, setReport] = useState<Result<DoctorReport>>();
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const reply = await client.request('app.doctor', {}, { signal: stop.signal });
      if (!stop.signal.aborted) setReport(reply);
    })();
    return () => stop.abort();
  }, [client]);
  return (
    <section className={styles.group} aria-labelledby="settings-doctor">
      <h2 id="settings-doctor">What this machine has</h2>
      {report?.ok === false && <ErrorBanner fault={report.fault} />}
      {report?.ok === true && (
        <ul className={styles.checks}>
          {report.value.checks.map(({ name, state, detail, next }) => (
            <li key={name} className={styles.check}>
              <Chip tone={state === 'ok' ? 'execution' : state === 'missing' ? 'none' : 'fault'}>
                {state}
              </Chip>
              <div>
                <p>{name}</p>
                <p className={styles.detail}>{[detail, next].filter(Boolean).join(' ')}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
