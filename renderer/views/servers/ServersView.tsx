import { Plus } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { useApp, useShownPart, useServers } from '../../stores/hooks.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { ViewBar } from '../ViewBar.tsx';
import { ServerCard } from './ServerCard.tsx';
import { ServerPage } from './ServerPage.tsx';
import styles from './ServersView.module.css';

/** The registered servers, or the page of one of them. */
export function ServersView() {
  const { ui } = useApp();
  const servers = useServers();
  const part = useShownPart();
  const open = servers?.find(({ name }) => name === part);
  if (open) return <ServerPage key={open.name} server={open} />;
  if (!servers) return null;
  if (servers.length === 0) {
    return (
      <>
        <ViewBar title="Servers" />
        <FirstSteps title="Throughline shows what happens to a tool" />
      </>
    );
  }
  return (
    <>
      <ViewBar title="Servers">
        <Button onClick={() => ui.setState({ dialog: { kind: 'addServer' } })}>
          <Plus size={13} aria-hidden /> Add a server
        </Button>
      </ViewBar>
      <ul className={styles.list}>
        {servers.map((server) => (
          <ServerCard key={server.name} server={server} />
        ))}
      </ul>
    </>
  );
}
