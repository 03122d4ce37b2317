import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { formatWait } from '../../frame/format.ts';
import { useNow } from '../../stores/clock.ts';
import styles from './Approval.module.css';

interface ApprovalHeadProps {
  readonly pending: {
    readonly gone: boolean;
    readonly requestedAt: string;
    readonly timeoutMs?: number | undefined;
  };
  readonly place: number;
  readonly count: number;
  readonly onNext: () => void;
}

/** How long a request has waited, when it gives up, and how many wait with it. */
export function ApprovalHead({ pending, place, count, onNext }: ApprovalHeadProps) {
  const now = useNow(pending.gone ? undefined : 500);
  const waited = now - Date.parse(pending.requestedAt);
  return (
    <div className={styles.line}>
      {pending.gone ? (
        <Chip tone="none">given up</Chip>
      ) : (
        <Chip tone="approval">waiting {formatWait(waited)}</Chip>
      )}
      {!pending.gone && pending.timeoutMs !== undefined && (
        <span className={styles.limit}>gives up in {formatWait(pending.timeoutMs - waited)}</span>
      )}
      <span className={styles.space} />
      {count > 1 && (
        <>
          <span className={styles.count}>
            {place} of {count}
          </span>
          <Button look="quiet" onClick={onNext}>
            Next
          </Button>
        </>
      )}
    </div>
  );
}
