import type { ChangesReply, RuntimeClient, ServerView } from '../../../shared/contract.ts';
import { usePolled } from './usePolled.ts';

const EVERY_MS = 1000;
const ask = async (client: RuntimeClient, name: string) => client.request('servers.changes', { name });

/** What a connected server said has changed, asked for once a second while it is shown. */
export function useChanges({ name, state }: ServerView): ChangesReply | undefined {
  const ready = state === 'ready';
  const changes = usePolled(ask, name, ready ? EVERY_MS : undefined);
  return ready ? changes : undefined;
}
