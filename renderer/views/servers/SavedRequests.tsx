import { useEffect, useState } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import type { CommandReply, SavedRequest } from '../../../shared/contract.ts';
import type { Fault, Result } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { useApp } from '../../stores/hooks.ts';
import { toast } from '../../stores/toasts.ts';
import { NameDialog } from './NameDialog.tsx';
import styles from './SavedRequests.module.css';

interface SavedRequestsProps {
  readonly server: string;
  readonly tool: string;
  /** What would be saved now; undefined while it is not valid. */
  readonly current: { readonly argumentsJson?: string } | undefined;
  readonly canCall: boolean;
  readonly onUse: (argumentsJson: string | undefined) => void;
  readonly onCall: (argumentsJson: string | undefined) => void;
}

type List = CommandReply<'saved.list'>;
type Naming = { readonly kind: 'save' } | { readonly kind: 'rename'; readonly from: string };

/** Arguments that are kept under names, for this tool of this server. */
export function SavedRequests({ server, tool, current, canCall, onUse, onCall }: SavedRequestsProps) {
  const { client } = useApp();
  const [list, setList] = useState<List>();
  const [fault, setFault] = useState<Fault>();
  const [naming, setNaming] = useState<Naming>();
  const of = { server, tool };

  useEffect(() => {
    let isGone = false;
    void client.request('saved.list', { server, tool }).then((reply) => {
      if (isGone) return;
      if (reply.ok) setList(reply.value);
      else setFault(reply.fault);
    });
    return () => {
      isGone = true;
    };
  }, [client, server, tool]);

  const save = (name: string, request: { readonly argumentsJson?: string }, replace: boolean) =>
    client.request('saved.save', { ...of, name, replace, ...request });

  /** Shows what the list is now; a fault is for whoever asked. */
  const taken = (reply: Result<List>): Fault | undefined => {
    if (!reply.ok) return reply.fault;
    setList(reply.value);
    return undefined;
  };

  const named = async (name: string, replace: boolean): Promise<Fault | undefined> => {
    if (naming === undefined || (naming.kind === 'save' && current === undefined)) return undefined;
    const failed = taken(
      naming.kind === 'save'
        ? await save(name, current ?? {}, replace)
        : await client.request('saved.rename', { ...of, name: naming.from, to: name }),
    );
    if (failed === undefined) setNaming(undefined);
    return failed;
  };

  const remove = async (request: SavedRequest): Promise<void> => {
    const { name, argumentsJson } = request;
    const failed = taken(await client.request('saved.remove', { ...of, name }));
    if (failed !== undefined) {
      setFault(failed);
      return;
    }
    const undo = (): void =>
      void save(name, argumentsJson === undefined ? {} : { argumentsJson }, false).then(taken);
    toast({ tone: 'info', title: `${name} was removed`, action: { label: 'Undo', run: undo } });
  };

  const requests = list?.requests ?? [];
  return (
    <section className={styles.saved} aria-label="Saved requests">
      <header className={styles.head}>
        <h3 className={styles.title}>Saved requests</h3>
        <span className={styles.space} />
        <Button look="quiet" disabled={current === undefined} onClick={() => setNaming({ kind: 'save' })}>
          Save these arguments…
        </Button>
      </header>
      {fault && <ErrorBanner fault={fault} />}
      {requests.length > 0 && (
        <ul className={styles.list} aria-label={`Saved requests of ${tool}`}>
          {requests.map((request) => (
            <li key={request.name} className={styles.row}>
              <span className={styles.name}>{request.name}</span>
              <code className={styles.preview}>{preview(request)}</code>
              <Button look="quiet" onClick={() => onUse(request.argumentsJson)}>
                Use
              </Button>
              <Button look="quiet" disabled={!canCall} onClick={() => onCall(request.argumentsJson)}>
                Call
              </Button>
              <IconButton
                icon={Pencil}
                label={`Rename ${request.name}`}
                onClick={() => setNaming({ kind: 'rename', from: request.name })}
              />
              <IconButton
                icon={Trash2}
                label={`Remove ${request.name}`}
                onClick={() => void remove(request)}
              />
            </li>
          ))}
        </ul>
      )}
      {naming && (
        <NameDialog
          title={naming.kind === 'save' ? 'Save these arguments' : `Rename ${naming.from}`}
          description={`They are kept in ${list?.file ?? 'a file of this program'}, readable, until you remove them. They are never part of a capture or an export.`}
          initial={naming.kind === 'save' ? '' : naming.from}
          replaces={naming.kind === 'save' ? requests.map(({ name }) => name) : []}
          onName={named}
          onClose={() => setNaming(undefined)}
        />
      )}
    </section>
  );
}

const preview = ({ argumentsJson }: SavedRequest): string =>
  argumentsJson === undefined ? 'no arguments' : argumentsJson.replaceAll(/\s+/g, ' ').slice(0, 120);
