import { useEffect, useState } from 'react';
import type { ScenarioInfo } from '../../../shared/contract.ts';
import type { Fault, Result } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';

/** The scenarios that the built-in probe can play; undefined until they came. */
export function useScenarios(): Result<readonly ScenarioInfo[]> | undefined {
  const { client } = useApp();
  const [scenarios, setScenarios] = useState<
    { ok: true; value: readonly ScenarioInfo[] } | { ok: false; fault: Fault }
  >();
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const reply = await client.request('probe.scenarios', {}, { signal: stop.signal });
      if (!stop.signal.aborted) setScenarios(reply.ok ? { ok: true, value: reply.value.scenarios } : reply);
    })();
    return () => stop.abort();
  }, [client]);
  return scenarios;
}
