import type { ServerView } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { useApp } from '../../stores/hooks.ts';

/** Connect, agree or disconnect: whatever comes next for a server. */
export function ServerActions({ server }: { readonly server: ServerView }) {
  const app = useApp();
  const { name, state } = server;
  switch (state) {
    case 'needsConsent':
      return (
        <Button
          look="primary"
          aria-label={`Review the command of ${name}`}
          onClick={() => app.ui.setState({ dialog: { kind: 'consent', name } })}
        >
          Review command…
        </Button>
      );
    case 'ready':
      return (
        <Button
          aria-label={`Disconnect ${name}`}
          onClick={() => void app.ask('servers.disconnect', { name })}
        >
          Disconnect
        </Button>
      );
    case 'connecting':
      return (
        <Button
          aria-label={`Stop connecting ${name}`}
          onClick={() => void app.ask('servers.disconnect', { name })}
        >
          Stop
        </Button>
      );
    case 'idle':
    case 'closed':
    case 'failed':
      return (
        <Button aria-label={`Connect ${name}`} onClick={() => app.connections.connect(name)}>
          {state === 'failed' ? 'Try again' : 'Connect'}
        </Button>
      );
  }
}
