import { useEffect, useState } from 'react';
import type { ChangesReply, ServerView } from '../../../shared/contract.ts';
import { useApp } from '../../stores/hooks.ts';

const EVERY_MS = 1000;

/** What a connected server said has changed, asked for once a second while it is shown. */
export function useChanges({ name, state }: ServerView): ChangesReply | undefined {
  const { client } = useApp();
  const [changes, setChanges] = useState<ChangesReply>();
  const ready = state === 'ready';
  useEffect(() => {
    if (!ready) return undefined;
    let stopped = false;
    const look = async (): Promise<void> => {
      const reply = await client.request('servers.changes', { name });
      if (!stopped && reply.ok) setChanges(reply.value);
    };
    void look();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [client, name, ready]);
  return ready ? changes : undefined;
}
