import type { PendingApproval } from '../../../shared/contract.ts';
import { callRows } from '../../../shared/model/index.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable } from '../../components/VirtualTable.tsx';
import { formatWait } from '../../frame/format.ts';
import { useNow } from '../../stores/clock.ts';
import { useApp, useApprovals, useModels, usePlace } from '../../stores/hooks.ts';
import { InteractionQueue } from '../interactions/InteractionQueue.tsx';
import { ViewBar } from '../ViewBar.tsx';
import { historyColumns } from './history.tsx';
import { approvalKey } from './words.ts';
import styles from './ApprovalsView.module.css';

/** What waits for an answer, over all captures, and how earlier requests of the open one ended. */
export function ApprovalsView() {
  const waiting = useApprovals() ?? [];
  return (
    <>
      <ViewBar title="Approvals" />
      <section className={styles.queue} aria-label="Waiting">
        <h2 className={styles.heading}>Waiting</h2>
        {waiting.length === 0 && (
          <p className={styles.quiet}>
            Nothing waits for you. A call that needs a decision appears here and in a dialog.
          </p>
        )}
        <ul className={styles.list}>
          {waiting.map((pending) => (
            <QueueRow key={approvalKey(pending)} pending={pending} />
          ))}
        </ul>
      </section>
      <InteractionQueue />
      <History />
    </>
  );
}

function QueueRow({ pending }: { readonly pending: PendingApproval }) {
  const { ui } = useApp();
  const now = useNow(1000);
  const open = (): void =>
    ui.setState(({ laterApprovals }) => ({
      laterApprovals: new Set([...laterApprovals].filter((key) => key !== approvalKey(pending))),
    }));
  return (
    <li className={styles.row}>
      {pending.gone ? (
        <Chip tone="none">given up</Chip>
      ) : (
        <Chip tone="approval">waiting {formatWait(now - Date.parse(pending.requestedAt))}</Chip>
      )}
      <span className={styles.what}>
        <code>{pending.tool}</code> on {pending.server}. {pending.reason}
      </span>
      <span className={styles.quiet}>{pending.client}</span>
      <Button disabled={pending.gone} onClick={open} aria-label={`Answer ${pending.tool}`}>
        Answer…
      </Button>
    </li>
  );
}

function History() {
  const { navigation, ui } = useApp();
  const { calls } = useModels((models) => models.calls.version);
  const selection = usePlace((place) => place.selection);
  const rows = callRows(calls).filter(({ approval }) => approval?.decision !== null && approval !== null);
  return (
    <section className={styles.history} aria-label="History">
      <h2 className={styles.heading}>History of this capture</h2>
      <VirtualTable
        label="History of approvals"
        columns={historyColumns}
        rowHeight={30}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={({ call }) => call}
        selected={selection?.kind === 'call' ? selection.id : undefined}
        onSelect={({ call }) => {
          ui.setState({ inspector: true });
          navigation.select({ kind: 'call', id: call });
        }}
        empty={<EmptyState title="No decision yet" />}
      />
    </section>
  );
}
