import type { ProbeRequest } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { AppModel } from '../../stores/app.ts';

/** Starts a probe and shows its pipeline filling. Returns what went wrong, if anything did. */
export async function startProbe(app: AppModel, request: ProbeRequest): Promise<Fault | undefined> {
  const reply = await app.client.request('probe.run', request);
  if (!reply.ok) return reply.fault;
  app.host.setState({ host: null });
  app.navigation.go({ view: 'pipeline', capture: reply.value.capture });
  return undefined;
}

/** The hosts that the built-in probe can play. */
export const probeHosts = [
  { value: 'codex', label: 'Codex' },
  { value: 'claude', label: 'Claude Code' },
] as const;
