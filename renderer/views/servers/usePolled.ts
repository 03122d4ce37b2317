import { useEffect, useState } from 'react';
import type { RuntimeClient } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';

/**
 * What the runtime knows of a server, asked again every so many milliseconds, never with `undefined`. The last answer stays
 * when one fails. `ask` stands outside of components, so that it is one function for ever.
 */
export function usePolled<Reply>(
  ask: (client: RuntimeClient, name: string) => Promise<Result<Reply>>,
  name: string,
  everyMs: number | undefined,
): Reply | undefined {
  const { client } = useApp();
  const [known, setKnown] = useState<Reply>();
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    let stopped = false;
    const look = async (): Promise<void> => {
      const reply = await ask(client, name);
      if (!stopped && reply.ok) setKnown(reply.value);
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [ask, client, name, everyMs]);
  return known;
}
