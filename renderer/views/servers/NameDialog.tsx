import { useState } from 'react';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Field } from '../../components/Field.tsx';
import { Input } from '../../components/Input.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly description: string;
  readonly initial: string;
  /** Names whose bearer would be replaced; the button says so. */
  readonly replaces: readonly string[];
  /** Answers with what is wrong, if anything is. */
  readonly onName: (name: string, replace: boolean) => Promise<Fault | undefined>;
  readonly onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({ title, description, initial, replaces, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<Fault>();
  const wanted = name.trim();
  const replace = replaces.includes(wanted);
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => {
        if (wanted !== '') void onName(wanted, replace).then(setFault);
      }}
      title={title}
      description={description}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={replace ? 'danger' : 'primary'} disabled={wanted === ''}>
            {replace ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <Field label="Name">
        {({ id }) => (
          <Input id={id} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      {fault && <ErrorBanner fault={fault} />}
    </Dialog>
  );
}
