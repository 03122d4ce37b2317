import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useApprovals } from '../../stores/hooks.ts';
import { ApprovalRequest } from './ApprovalRequest.tsx';
import { approvalKey } from './words.ts';

/** Raises the oldest waiting request over whatever is shown; those behind it are counted. */
export function ApprovalDialog() {
  const { ui } = useApp();
  const approvals = useApprovals();
  const later = useStore(ui, (state) => state.laterApprovals);
  const [shown, setShown] = useState<string>();
  const queue = useMemo(
    () => (approvals ?? []).filter((one) => !later.has(approvalKey(one))),
    [approvals, later],
  );
  // The one being read stays on top when others arrive.
  const current = queue.find((one) => approvalKey(one) === shown) ?? queue[0];
  if (!current) return null;
  const key = approvalKey(current);
  if (key !== shown) setShown(key);
  const place = queue.findIndex((one) => approvalKey(one) === key);
  return (
    <ApprovalRequest
      key={key}
      pending={current}
      place={place + 1}
      count={queue.length}
      onLater={() =>
        ui.setState(({ laterApprovals }) => ({ laterApprovals: new Set([...laterApprovals, key]) }))
      }
      onNext={() =>
        setShown(
          queue[(place + 1) % queue.length] && approvalKey(queue[(place + 1) % queue.length] ?? current),
        )
      }
    />
  );
}
