import { useState } from 'react';
import type { ProbeRequest } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { resolveHost } from '../../../shared/hosts/index.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Field } from '../../components/Field.tsx';
import { Select } from '../../components/Select.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useApp, useServers } from '../../stores/hooks.ts';
import { probeHosts, startProbe } from './startProbe.ts';
import { useScenarios } from './useScenarios.ts';
import styles from './ProbeDialog.module.css';

const BUNDLED = '';

type ModelClass = NonNullable<ProbeRequest['modelClass']>;
type Approve = NonNullable<ProbeRequest['approve']>;

const approvals: readonly { value: Approve; label: string; hint: string }[] = [
  { value: 'ask', label: 'Ask me', hint: 'in a dialog' },
  { value: 'scenario', label: 'As the scenario says', hint: 'unattended' },
  { value: 'all', label: 'Allow all', hint: 'unattended' },
  { value: 'none', label: 'Decline all', hint: 'unattended' },
];

/** Chooses what the built-in host plays, as whom, against which server. */
export function ProbeDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const scenarios = useScenarios();
  const servers = useServers() ?? [];
  const [host, setHost] = useState<ProbeRequest['host']>('codex');
  const [modelClass, setModelClass] = useState<ModelClass>();
  const [chosen, setChosen] = useState<string>();
  const [server, setServer] = useState(BUNDLED);
  const [approve, setApprove] = useState<Approve>('ask');
  const [withholdMeta, setWithholdMeta] = useState(false);
  const [fault, setFault] = useState<Fault>();

  const playable = scenarios?.ok === true ? scenarios.value.filter(({ hosts }) => hosts.includes(host)) : [];
  const scenario = playable.find(({ id }) => id === chosen) ?? playable[0];
  const profile = resolveHost(host)?.profile;
  const classes = (profile?.modelClasses ?? []).map(({ id, title }) => ({
    value: id,
    label: id,
    hint: title,
  }));

  const run = async (): Promise<void> => {
    if (!scenario) return;
    const problem = await startProbe(app, {
      host,
      scenario: scenario.id,
      approve,
      withholdMeta,
      ...(modelClass === undefined ? {} : { modelClass }),
      ...(server === BUNDLED ? {} : { server }),
    });
    if (problem) setFault(problem);
    else onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void run()}
      title="Run the built-in probe"
      description="The built-in host plays a client against a scripted model on this machine."
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={!scenario}>
            Run
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Host">
          {({ id }) => (
            <Select
              id={id}
              value={host}
              options={probeHosts}
              onChange={(next) => {
                setHost(next);
                setModelClass(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Model class">
          {({ id }) => (
            <Select<ModelClass>
              id={id}
              value={modelClass ?? profile?.defaultModelClass}
              options={classes}
              onChange={setModelClass}
            />
          )}
        </Field>
        <Field label="Scenario" {...(scenario ? { hint: scenario.describes } : {})}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              value={scenario?.id}
              options={playable.map(({ id: value, title, asks }) => ({
                value,
                label: title,
                ...(asks ? { hint: 'asks' } : {}),
              }))}
              onChange={setChosen}
            />
          )}
        </Field>
        <Field label="Server">
          {({ id }) => (
            <Select
              id={id}
              value={server}
              options={[
                { value: BUNDLED, label: 'The bundled shape_probe' },
                ...servers.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={setServer}
            />
          )}
        </Field>
        <Field label="Approvals">
          {({ id }) => <Select<Approve> id={id} value={approve} options={approvals} onChange={setApprove} />}
        </Field>
        <Field
          label="Withhold ids"
          hint="Leaves out the ids that the client would put on the MCP wire, so that attribution rests on time."
        >
          {({ id, describedBy }) => (
            <Switch id={id} describedBy={describedBy} checked={withholdMeta} onChange={setWithholdMeta} />
          )}
        </Field>
        {scenarios?.ok === false && <ErrorBanner fault={scenarios.fault} />}
        {fault && <ErrorBanner fault={fault} />}
      </div>
    </Dialog>
  );
}
