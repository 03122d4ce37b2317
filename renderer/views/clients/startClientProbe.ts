import type { ClientProbeRequest } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { AppModel } from '../../stores/app.ts';

/** Starts a probe of a real client and shows it on the client's page. Returns what went wrong, if anything did. */
export async function startClientProbe(
  app: AppModel,
  request: ClientProbeRequest,
  version: string,
): Promise<Fault | undefined> {
  const reply = await app.client.request('probe.client', request);
  if (!reply.ok) return reply.fault;
  app.host.setState({ host: null });
  app.navigation.go({
    view: 'clients',
    part: `${request.client}@${version}`,
    capture: reply.value.capture,
  });
  return undefined;
}
