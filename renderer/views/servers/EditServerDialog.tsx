import { useState } from 'react';
import type { ServerView } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useApp } from '../../stores/hooks.ts';
import { draftOf, readDraft, type DraftErrors } from './serverDraft.ts';
import { ServerForm } from './ServerForm.tsx';

interface EditServerDialogProps {
  readonly server: ServerView;
  readonly onClose: () => void;
}

/** Changes the configuration of a server; a connection that stands is ended first. */
export function EditServerDialog({ server, onClose }: EditServerDialogProps) {
  const app = useApp();
  const { name, config } = server;
  const [draft, setDraft] = useState(() => draftOf(config));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [fault, setFault] = useState<Fault>();
  const save = async (): Promise<void> => {
    const read = readDraft(draft, config);
    if (!read.ok) {
      setErrors(read.errors);
      return;
    }
    const reply = await app.client.request('servers.update', { name, config: read.config });
    if (!reply.ok) {
      setFault(reply.fault);
      return;
    }
    if (read.secret !== undefined) {
      const kept = await app.client.request('authorization.keepSecret', { name, secret: read.secret });
      if (!kept.ok) {
        setFault(kept.fault);
        return;
      }
    }
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void save()}
      title={`Edit ${name}`}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </>
      }
    >
      <ServerForm named draft={draft} errors={errors} onChange={setDraft} />
      {fault && <ErrorBanner fault={fault} />}
    </Dialog>
  );
}
