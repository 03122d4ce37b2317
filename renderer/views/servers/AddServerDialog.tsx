import { useState } from 'react';
import type { ServerConfig } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useApp } from '../../stores/hooks.ts';
import { ImportTab } from './ImportTab.tsx';
import { newDraft, readDraft, type DraftErrors, type ServerDraft } from './serverDraft.ts';
import { ServerForm } from './ServerForm.tsx';
import { useImport } from './useImport.ts';

type TabId = 'command' | 'url' | 'import';

/** Registers a server from a command, an address or a client's configuration; nothing runs before it was agreed to. */
export function AddServerDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const [tab, setTab] = useState<TabId>('command');
  const [draft, setDraft] = useState<ServerDraft>(newDraft);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [fault, setFault] = useState<Fault>();
  const pasted = useImport();
  const { chosen } = pasted;

  const change = (next: ServerDraft): void => {
    setDraft(next);
    setErrors({});
  };

  const add = async (configs: readonly ServerConfig[], secret?: string): Promise<void> => {
    for (const config of configs) {
      const reply = await app.client.request('servers.add', { config });
      if (!reply.ok) {
        setFault(reply.fault);
        return;
      }
      if (secret !== undefined) {
        const kept = await app.client.request('authorization.keepSecret', { name: config.name, secret });
        if (!kept.ok) {
          setFault(kept.fault);
          return;
        }
      }
      if (configs.length > 1) continue;
      app.navigation.show('servers', config.name);
      if (reply.value.state === 'needsConsent') {
        app.ui.setState({ dialog: { kind: 'consent', name: config.name } });
        return;
      }
      app.connections.connect(config.name);
    }
    onClose();
  };

  const submit = (): void => {
    setFault(undefined);
    if (tab === 'import') {
      void add(chosen);
      return;
    }
    const read = readDraft(draft);
    if (read.ok) void add([read.config], read.secret);
    else setErrors(read.errors);
  };

  const form = <ServerForm draft={draft} errors={errors} onChange={change} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={submit}
      title="Add a server"
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={tab === 'import' && chosen.length === 0}>
            {tab === 'import' && chosen.length > 1 ? `Add ${chosen.length} servers` : 'Add server'}
          </Button>
        </>
      }
    >
      <Tabs
        label="How to reach it"
        value={tab}
        onChange={(next) => {
          setTab(next);
          setErrors({});
          if (next !== 'import') setDraft({ ...draft, kind: next === 'command' ? 'stdio' : 'http' });
        }}
        tabs={[
          { id: 'command', label: 'Command', content: form },
          { id: 'url', label: 'URL', content: form },
          { id: 'import', label: 'Import', content: <ImportTab from={pasted} /> },
        ]}
      />
      {fault && <ErrorBanner fault={fault} />}
    </Dialog>
  );
}
