import type { Ref } from 'react';
import type { Decision } from '../../../shared/event.ts';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import dialog from '../../components/Dialog.module.css';
import styles from './Approval.module.css';

interface ApprovalActionsProps {
  readonly offers: readonly Decision[];
  readonly allowRef: Ref<HTMLButtonElement>;
  readonly canEdit: boolean;
  readonly onDecide: (decision: Decision) => void;
  readonly onDecline: () => void;
  readonly onEdit: () => void;
}

/** The answers that the asking host takes, and no others. */
export function ApprovalActions({
  offers,
  allowRef,
  canEdit,
  onDecide,
  onDecline,
  onEdit,
}: ApprovalActionsProps) {
  const takes = (decision: Decision): boolean => offers.includes(decision);
  return (
    <footer className={dialog.actions}>
      {takes('accept') && (
        <Button ref={allowRef} onClick={() => onDecide('accept')}>
          Allow once
        </Button>
      )}
      {takes('acceptForSession') && (
        <Button onClick={() => onDecide('acceptForSession')}>For this session</Button>
      )}
      {takes('acceptAndRemember') && (
        <Menu
          label="Always allow"
          trigger={<Button look="quiet">Always…</Button>}
          items={[
            {
              label: 'Always allow this tool, also in later sessions',
              onSelect: () => onDecide('acceptAndRemember'),
            },
          ]}
        />
      )}
      {takes('accept') && (
        <Button look="quiet" disabled={!canEdit} onClick={onEdit}>
          Edit…
        </Button>
      )}
      <span className={styles.space} />
      {takes('decline') && <Button onClick={onDecline}>Decline…</Button>}
      {takes('cancel') && (
        <Button look="quiet" onClick={() => onDecide('cancel')}>
          Cancel turn
        </Button>
      )}
    </footer>
  );
}
