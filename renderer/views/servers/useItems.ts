import { useCallback, useEffect, useState } from 'react';
import type { ItemKind, ItemsReply, ServerView } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';

export interface Items {
  /** Undefined until the first answer. */
  readonly list: ItemsReply | undefined;
  /** The whole list could not be had. */
  readonly fault: Fault | undefined;
  readonly busy: boolean;
  readonly again: () => void;
}

/** What a connected server lists of a kind; what was listed stays while it is listed again. */
export function useItems({ name, state }: ServerView, kind: ItemKind): Items {
  const { client } = useApp();
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ list?: ItemsReply; fault?: Fault; turn: number }>();
  const ready = state === 'ready';
  useEffect(() => {
    if (!ready) return undefined;
    const stop = new AbortController();
    void (async () => {
      const reply = await client.request('servers.items', { name, kind }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setAnswer(reply.ok ? { list: reply.value, turn } : { fault: reply.fault, turn });
    })();
    return () => stop.abort();
  }, [client, name, kind, ready, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { list: answer?.list, fault: answer?.fault, busy: ready && answer?.turn !== turn, again };
}
