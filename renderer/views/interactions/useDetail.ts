import { useEffect, useState } from 'react';
import type { InteractionDetail, PendingInteraction } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';

/** What is asked in full; undefined until it came. Kept when the server takes the request back. */
export function useDetail({
  capture,
  interaction,
}: Pick<PendingInteraction, 'capture' | 'interaction'>): Result<InteractionDetail> | undefined {
  const { client } = useApp();
  const [detail, setDetail] = useState<Result<InteractionDetail>>();
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const reply = await client.request(
        'interaction.get',
        { capture, interaction },
        { signal: stop.signal },
      );
      if (!stop.signal.aborted) setDetail(reply);
    })();
    return () => stop.abort();
  }, [client, capture, interaction]);
  return detail;
}
