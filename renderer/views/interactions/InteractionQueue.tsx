import type { PendingInteraction } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { formatWait } from '../../frame/format.ts';
import { useNow } from '../../stores/clock.ts';
import { useApp, useInteractions } from '../../stores/hooks.ts';
import { askedText, duringText, interactionKey } from './words.ts';
import styles from '../approvals/ApprovalsView.module.css';

/** What servers ask of their user and nobody has answered; put-aside dialogs are opened again from here. */
export function InteractionQueue() {
  const waiting = useInteractions() ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={styles.queue} aria-label="Questions of servers">
      <h2 className={styles.heading}>Questions of servers</h2>
      <ul className={styles.list}>
        {waiting.map((pending) => (
          <QueueRow key={interactionKey(pending)} pending={pending} />
        ))}
      </ul>
    </section>
  );
}

function QueueRow({ pending }: { readonly pending: PendingInteraction }) {
  const { ui } = useApp();
  const now = useNow(1000);
  const open = (): void =>
    ui.setState(({ laterInteractions }) => ({
      laterInteractions: new Set([...laterInteractions].filter((key) => key !== interactionKey(pending))),
    }));
  return (
    <li className={styles.row}>
      {pending.gone ? (
        <Chip tone="none">taken back</Chip>
      ) : (
        <Chip tone="approval">waiting {formatWait(now - Date.parse(pending.requestedAt))}</Chip>
      )}
      <span className={styles.what}>
        {askedText(pending)}. {duringText(pending)}
      </span>
      <Button disabled={pending.gone} onClick={open} aria-label={`Answer ${pending.server}`}>
        Answer…
      </Button>
    </li>
  );
}
