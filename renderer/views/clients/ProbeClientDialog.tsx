import { useState } from 'react';
import type { ClientId, ClientOffer, ClientProbeRequest } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Field } from '../../components/Field.tsx';
import { Select } from '../../components/Select.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useApp, useClients, useServers } from '../../stores/hooks.ts';
import { useScenarios } from '../probe/useScenarios.ts';
import { ON_PATH } from './rows.ts';
import { emptyDraft, missingVersion, playable, requestOf, versionsOf, type Draft } from './probeDraft.ts';
import { startClientProbe } from './startClientProbe.ts';
import { wayWords } from './words.ts';
import styles from './ProbeClientDialog.module.css';

interface ProbeClientDialogProps {
  readonly client: ClientId;
  readonly version?: string | undefined;
  readonly onClose: () => void;
}

const approvals: readonly { value: Draft['approve']; label: string; hint: string }[] = [
  { value: 'all', label: 'Allow the calls', hint: 'the client is told to' },
  { value: 'none', label: 'As the client decides', hint: 'with nobody to ask' },
];

/** Chooses which client is started, as what, against which server. */
export function ProbeClientDialog(props: ProbeClientDialogProps) {
  const clients = useClients();
  if (!clients) return null;
  return <ProbeForm {...props} clients={clients} />;
}

function ProbeForm({
  client,
  version,
  clients,
  onClose,
}: ProbeClientDialogProps & { readonly clients: readonly ClientOffer[] }) {
  const app = useApp();
  const scenarios = useScenarios();
  const servers = useServers() ?? [];
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(client, version));
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));

  const offer = clients.find(({ id }) => id === draft.client);
  if (!offer) return null;
  const known = scenarios?.ok === true ? playable(scenarios.value, offer) : [];
  const scenario = known.find(({ id }) => id === draft.scenario) ?? known[0];
  const versions = versionsOf(offer);
  const wanted = draft.version ?? offer.pinned.at(-1)?.version;
  const install = missingVersion(offer, wanted);
  const shipped = wanted === undefined ? undefined : offer.asShipped[wanted];

  const run = async (): Promise<void> => {
    if (!scenario) return;
    setBusy(true);
    const request: ClientProbeRequest = requestOf(draft, offer, scenario.id);
    const problem = await startClientProbe(app, request, wanted ?? ON_PATH);
    setBusy(false);
    if (problem) setFault(problem);
    else onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void run()}
      title="Probe a client"
      description="The client itself is started with a home, a login and a provider made up for this run. Nothing of yours is read or changed."
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={!scenario || busy || !offer.runsHere}>
            {install ? 'Install and run' : 'Run'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Client" {...(offer.runsHere ? {} : { error: 'There is no build for this system.' })}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              value={draft.client}
              options={clients.map(({ id: value, title }) => ({ value, label: title }))}
              onChange={(next) => setDraft(emptyDraft(next))}
            />
          )}
        </Field>
        <Field
          label="Version"
          hint={
            install
              ? `npm installs ${offer.package} into the cache first, without scripts.`
              : 'It is on this machine already.'
          }
        >
          {({ id, describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              value={wanted}
              options={versions}
              onChange={(next) => change({ version: next })}
            />
          )}
        </Field>
        <div className={styles.scenario}>
          <Field label="Scenario" {...(scenario ? { hint: scenario.describes } : {})}>
            {({ id, describedBy }) => (
              <Select
                id={id}
                describedBy={describedBy}
                value={scenario?.id}
                options={known.map(({ id: value, title }) => ({ value, label: title }))}
                onChange={(next) => change({ scenario: next })}
              />
            )}
          </Field>
        </div>
        <Field
          label="Model class"
          {...(offer.modelClasses.length === 0 ? { hint: 'This client shows tools in one form only.' } : {})}
        >
          {({ id, describedBy }) => (
            <Select<Draft['modelClass']>
              id={id}
              describedBy={describedBy}
              value={draft.modelClass}
              disabled={offer.modelClasses.length === 0}
              options={[
                { value: '', label: 'As it ships', ...(shipped === undefined ? {} : { hint: shipped }) },
                ...offer.modelClasses.map((value) => ({ value, label: value })),
              ]}
              onChange={(next) => change({ modelClass: next })}
            />
          )}
        </Field>
        <Field label="Provider and login">
          {({ id }) => (
            <Select
              id={id}
              value={String(draft.way)}
              options={offer.ways.map((way, at) => ({ value: String(at), label: wayWords(way) }))}
              onChange={(next) => change({ way: Number(next) })}
            />
          )}
        </Field>
        <Field label="Server">
          {({ id }) => (
            <Select
              id={id}
              value={draft.server}
              options={[
                { value: '', label: 'The bundled shape_probe' },
                ...servers
                  .filter(({ config }) => config.transport.kind === 'stdio')
                  .map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={(next) => change({ server: next })}
            />
          )}
        </Field>
        <Field label="Approvals">
          {({ id }) => (
            <Select<Draft['approve']>
              id={id}
              value={draft.approve}
              options={approvals}
              onChange={(next) => change({ approve: next })}
            />
          )}
        </Field>
        <Field
          label="Isolate"
          hint="A network with loopback only and none of your files, where this system can do that."
        >
          {({ id, describedBy }) => (
            <Switch
              id={id}
              describedBy={describedBy}
              checked={draft.isolate}
              onChange={(isolate) => change({ isolate })}
            />
          )}
        </Field>
        <Field
          label="Withhold ids"
          hint="Records the run without the ids that the client puts on the MCP wire, so that attribution rests on time."
        >
          {({ id, describedBy }) => (
            <Switch
              id={id}
              describedBy={describedBy}
              checked={draft.withholdMeta}
              onChange={(withholdMeta) => change({ withholdMeta })}
            />
          )}
        </Field>
        {scenarios?.ok === false && <ErrorBanner fault={scenarios.fault} />}
        {fault && <ErrorBanner fault={fault} />}
      </div>
    </Dialog>
  );
}
