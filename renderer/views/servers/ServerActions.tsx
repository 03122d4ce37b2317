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
      return (
        <Button aria-label={`Connect ${name}`} onClick={() => app.connections.connect(name)}>
          Connect
        </Button>
      );
    case 'failed':
      return (
        <>
          <Button
            look="quiet"
            aria-label={`Edit ${name}`}
            onClick={() => app.ui.setState({ dialog: { kind: 'editServer', name } })}
          >
            Edit…
          </Button>
          <Button aria-label={`Connect ${name}`} onClick={() => app.connections.connect(name)}>
            Try again
          </Button>
        </>
      );
  }
}
