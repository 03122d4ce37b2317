import { useMemo } from 'react';
import { useUi, useApp, useApprovals } from '../../stores/hooks.ts';
import { useRaised } from '../../stores/useRaised.ts';
import { ApprovalRequest } from './ApprovalRequest.tsx';
import { approvalKey } from './words.ts';

/** Raises the oldest waiting request over whatever is shown; those behind it are counted. */
export function ApprovalDialog() {
  const { ui } = useApp();
  const approvals = useApprovals();
  const later = useUi((state) => state.laterApprovals);
  const queue = useMemo(
    () => (approvals ?? []).filter((one) => !later.has(approvalKey(one))),
    [approvals, later],
  );
  const raised = useRaised(queue, approvalKey);
  if (!raised) return null;
  const { current, key, place, count, next } = raised;
  return (
    <ApprovalRequest
      key={key}
      pending={current}
      place={place}
      count={count}
      onLater={() =>
        ui.setState(({ laterApprovals }) => ({ laterApprovals: new Set([...laterApprovals, key]) }))
      }
      onNext={next}
    />
  );
}
