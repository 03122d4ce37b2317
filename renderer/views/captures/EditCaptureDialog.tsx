import { useState } from 'react';
import type { CaptureSummary } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Field } from '../../components/Field.tsx';
import { Input } from '../../components/Input.tsx';
import { TextArea } from '../../components/TextArea.tsx';
import { useApp } from '../../stores/hooks.ts';
import styles from './EditCaptureDialog.module.css';

interface EditCaptureDialogProps {
  readonly summary: CaptureSummary;
  readonly onClose: () => void;
}

/** Names a capture and notes what it is about; both leave with an export. */
export function EditCaptureDialog({ summary, onClose }: EditCaptureDialogProps) {
  const app = useApp();
  const [name, setName] = useState(summary.name);
  const [note, setNote] = useState(summary.note);
  const save = async (): Promise<void> => {
    const reply = await app.ask('captures.edit', { capture: summary.capture, name: name.trim(), note });
    if (reply.ok) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void save()}
      title="Name and note"
      size="small"
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Name">
          {({ id }) => (
            <Input id={id} maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label="Note">
          {({ id }) => (
            <TextArea
              id={id}
              rows={4}
              maxLength={10_000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
