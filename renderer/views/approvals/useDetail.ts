import { useEffect, useState } from 'react';
import type { ApprovalDetail, PendingApproval } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';

/** The arguments of a held call and what its server says; undefined until they came. */
export function useDetail({
  capture,
  approval,
}: Pick<PendingApproval, 'capture' | 'approval'>): Result<ApprovalDetail> | undefined {
  const { client } = useApp();
  const [detail, setDetail] = useState<Result<ApprovalDetail>>();
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const reply = await client.request('approval.get', { capture, approval }, { signal: stop.signal });
      if (!stop.signal.aborted) setDetail(reply);
    })();
    return () => stop.abort();
  }, [client, capture, approval]);
  return detail;
}
