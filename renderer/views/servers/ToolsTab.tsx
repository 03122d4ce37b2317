import { useEffect, useState } from 'react';
import type { ServerView, WireTool } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useApp, usePlace } from '../../stores/hooks.ts';
import { ItemList } from './ItemList.tsx';
import { ListTrouble } from './ListTrouble.tsx';
import { NotConnected } from './NotConnected.tsx';
import { isUnlisted } from './state.ts';
import { ToolPage } from './ToolPage.tsx';
import styles from './ToolsTab.module.css';

/** The tools of a server as its list had them, broken ones included, and the page of the chosen one. */
export function ToolsTab({ server }: { readonly server: ServerView }) {
  const { client, navigation } = useApp();
  const { tools, fault } = useTools(server);
  const selection = usePlace((current) => current.selection);
  const [place, setPlace] = useState<number>();
  const [listing, setListing] = useState(false);
  const relist = async (): Promise<void> => {
    setListing(true);
    await client.request('servers.relist', { name: server.name });
    setListing(false);
  };
  if (fault) return <ErrorBanner fault={fault} />;
  if (isUnlisted(server)) {
    return (
      <div className={styles.troubles}>
        <ListTrouble what="tools" fault={server.fault} busy={listing} onAgain={() => void relist()} />
      </div>
    );
  }
  if (tools.length === 0) {
    return server.state === 'ready' ? (
      <EmptyState title="This server lists no tools" />
    ) : (
      <NotConnected server={server} />
    );
  }
  const named = selection?.kind === 'tool' && selection.server === server.name ? selection.tool : undefined;
  // A name may be listed twice; the place in the list tells which one was chosen.
  const chosen =
    tools.find(({ index, name }) => index === place && (named === undefined || name === named)) ??
    tools.find(({ name }) => name === named) ??
    tools[0];
  return (
    <>
      {server.listFailed && (
        <div className={styles.troubles}>
          <ListTrouble what="tools" failed={server.listFailed} busy={listing} onAgain={() => void relist()} />
        </div>
      )}
      <div className={styles.tab}>
        <div className={styles.list}>
          <ItemList
            label="Tools"
            items={tools.map(({ index, name, findings }) => ({
              id: String(index),
              name: name === '' ? `tool ${index + 1}, unnamed` : name,
              findings,
            }))}
            chosen={chosen && String(chosen.index)}
            onChoose={(id) => {
              const tool = tools.find(({ index }) => String(index) === id);
              if (!tool) return;
              setPlace(tool.index);
              navigation.select({
                kind: 'tool',
                server: server.name,
                tool: tool.name,
                stage: 'discovery',
              });
            }}
          />
        </div>
        {chosen && <ToolPage key={`${chosen.index} ${chosen.name}`} server={server} tool={chosen} />}
      </div>
    </>
  );
}

interface Listed {
  readonly tools: readonly WireTool[];
  readonly fault: Fault | undefined;
}

/** Read again whenever the server's list or state changed. */
function useTools({ name, state, tools: count, findings }: ServerView): Listed {
  const { client } = useApp();
  const [listed, setListed] = useState<Listed>({ tools: [], fault: undefined });
  const mark = `${state}/${count}/${findings.length}`;
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const reply = await client.request('servers.tools', { name }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      // A server that is not connected has no list; its state says so better than a fault would.
      setListed(
        reply.ok
          ? { tools: reply.value.tools, fault: undefined }
          : { tools: [], fault: mark.startsWith('ready') ? reply.fault : undefined },
      );
    })();
    return () => stop.abort();
  }, [client, name, mark]);
  return listed;
}
