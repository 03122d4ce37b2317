import type { ServerView } from '../../../shared/contract.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ServerActions } from './ServerActions.tsx';

/** Stands where a list would be. After a failure the banner above says why, and what to do stands beside the name. */
export function NotConnected({ server }: { readonly server: ServerView }) {
  return (
    <EmptyState title="Not connected">
      {server.state !== 'failed' && <ServerActions server={server} />}
    </EmptyState>
  );
}
