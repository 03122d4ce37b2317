import { useMemo, useState } from 'react';
import { useApp, useApprovals, useInteractions, useUi } from '../../stores/hooks.ts';
import { useRaised } from '../../stores/useRaised.ts';
import { approvalKey } from '../approvals/words.ts';
import { InteractionRequest } from './InteractionRequest.tsx';
import { interactionKey } from './words.ts';

/** Raises the oldest request of a server over the window. It waits until no approval is being decided, and then stays. */
export function InteractionDialog() {
  const { ui } = useApp();
  const interactions = useInteractions();
  const later = useUi((state) => state.laterInteractions);
  const laterApprovals = useUi((state) => state.laterApprovals);
  const deciding = (useApprovals() ?? []).some((one) => !laterApprovals.has(approvalKey(one)));
  const [opened, setOpened] = useState<string>();
  const queue = useMemo(
    () => (interactions ?? []).filter((one) => !later.has(interactionKey(one))),
    [interactions, later],
  );
  const raised = useRaised(queue, interactionKey);
  if (!raised || (deciding && raised.key !== opened)) return null;
  const { current, key, place, count, next } = raised;
  if (key !== opened) setOpened(key);
  return (
    <InteractionRequest
      key={key}
      pending={current}
      place={place}
      count={count}
      onLater={() =>
        ui.setState(({ laterInteractions }) => ({ laterInteractions: new Set([...laterInteractions, key]) }))
      }
      onNext={next}
    />
  );
}
