import { useEffect, useState } from 'react';
import { clsx } from 'clsx';
import type { ServerView, WireTool } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useApp, usePlace } from '../../stores/hooks.ts';
import { FindingsCount } from './FindingsCount.tsx';
import { ServerActions } from './ServerActions.tsx';
import { ToolPage } from './ToolPage.tsx';
import styles from './ToolsTab.module.css';

/** The tools of a server as its list had them, broken ones included, and the page of the chosen one. */
export function ToolsTab({ server }: { readonly server: ServerView }) {
  const { navigation } = useApp();
  const { tools, fault } = useTools(server);
  const selection = usePlace((place) => place.selection);
  if (fault) return <ErrorBanner fault={fault} />;
  if (tools.length === 0) {
    return (
      <EmptyState title={server.state === 'ready' ? 'This server lists no tools' : 'Not connected'}>
        {server.state !== 'ready' && <ServerActions server={server} />}
      </EmptyState>
    );
  }
  const named = selection?.kind === 'tool' && selection.server === server.name ? selection.tool : undefined;
  const chosen = tools.find(({ name }) => name === named) ?? tools[0];
  return (
    <div className={styles.tab}>
      <ul className={styles.list} aria-label="Tools">
        {tools.map((tool) => (
          <li key={tool.index}>
            <button
              type="button"
              className={clsx(styles.item, tool === chosen && styles.on)}
              aria-current={tool === chosen ? 'true' : undefined}
              onClick={() =>
                navigation.select({ kind: 'tool', server: server.name, tool: tool.name, stage: 'discovery' })
              }
            >
              <code className={styles.name}>
                {tool.name === '' ? `tool ${tool.index + 1}, unnamed` : tool.name}
              </code>
              <FindingsCount findings={tool.findings} />
            </button>
          </li>
        ))}
      </ul>
      {chosen && <ToolPage key={`${chosen.index} ${chosen.name}`} server={server} tool={chosen} />}
    </div>
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
