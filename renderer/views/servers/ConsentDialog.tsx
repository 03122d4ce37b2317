import { useState } from 'react';
import type { ServerView } from '../../../shared/contract.ts';
import { fault as faultOf, type Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { useApp } from '../../stores/hooks.ts';
import styles from './ConsentDialog.module.css';

interface ConsentDialogProps {
  readonly server: ServerView;
  readonly onClose: () => void;
}

/** Shows exactly what would run on this machine, before it runs for the first time. */
export function ConsentDialog({ server, onClose }: ConsentDialogProps) {
  const app = useApp();
  const [fault, setFault] = useState<Fault>();
  const { name, commandLine = '', resolvedCommand, config } = server;
  const { transport } = config;
  const allow = async (): Promise<void> => {
    const reply = await app.client.request('servers.consent', { name, commandLine });
    if (!reply.ok) {
      setFault(reply.fault);
      return;
    }
    app.connections.connect(name);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void allow()}
      title={`Run this command for ${name}?`}
      description="It runs on this machine with your rights. You are asked again only if it changes."
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" look="primary" disabled={commandLine === ''}>
            Allow and connect
          </Button>
        </>
      }
    >
      <pre className={styles.command} tabIndex={0} aria-label="Command line">
        {commandLine}
      </pre>
      {resolvedCommand === undefined && transport.kind === 'stdio' && (
        <div className={styles.warning}>
          <ErrorBanner
            fault={faultOf('program-not-found', `${transport.command} was not found on this machine.`, {
              next: /\s/.test(transport.command)
                ? 'The command is the program alone. Edit the server and split its arguments off.'
                : 'Install it, or edit the server, before you connect.',
            })}
          />
        </div>
      )}
      <KeyValue
        wide
        rows={[
          ...(resolvedCommand === undefined ? [] : [{ name: 'program', value: resolvedCommand, mono: true }]),
          ...(transport.kind === 'stdio'
            ? [
                {
                  name: 'folder',
                  value: transport.cwd ?? 'where Throughline runs',
                  mono: transport.cwd !== undefined,
                },
                {
                  name: 'environment',
                  value: Object.keys(transport.env).join(', ') || 'nothing of its own',
                  mono: true,
                },
              ]
            : []),
        ]}
      />
      {fault && <ErrorBanner fault={fault} />}
    </Dialog>
  );
}
