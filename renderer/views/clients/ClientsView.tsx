import { Play } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { plural } from '../../frame/format.ts';
import { useApp, useCaptures, useClients, useClientsFault, useShownPart } from '../../stores/hooks.ts';
import { ViewBar } from '../ViewBar.tsx';
import { ClientPage } from './ClientPage.tsx';
import { ClientTable } from './ClientTable.tsx';
import { ReverseServers } from './ReverseServers.tsx';
import { rowsOf, splitPart } from './rows.ts';
import styles from './ClientsView.module.css';

/** The clients that can be probed, one row a version, or the page of one of them. */
export function ClientsView() {
  const { ui } = useApp();
  const clients = useClients();
  const fault = useClientsFault();
  const captures = useCaptures() ?? [];
  const part = splitPart(useShownPart());
  if (!clients) {
    return (
      <>
        <ViewBar title="Clients" />
        {fault && (
          <div className={styles.page}>
            <ErrorBanner fault={fault} />
          </div>
        )}
      </>
    );
  }
  const groups = clients.map((offer) => ({ offer, rows: rowsOf(offer, captures) }));
  const open = groups.flatMap(({ offer, rows }) =>
    rows.filter(({ key }) => key === part?.key).map((row) => ({ offer, row })),
  )[0];
  if (open) return <ClientPage key={open.row.key} offer={open.offer} row={open.row} tab={part?.tab ?? ''} />;
  const rows = groups.flatMap((group) => group.rows);
  const there = rows.filter(({ place }) => place !== 'none').length;
  return (
    <>
      <ViewBar title="Clients" note={`${plural(rows.length, 'version')}, ${there} on this machine`}>
        <Button
          look="primary"
          onClick={() => ui.setState({ dialog: { kind: 'probeClient', client: 'codex' } })}
        >
          <Play size={13} aria-hidden /> Probe a client…
        </Button>
      </ViewBar>
      <div className={styles.page}>
        <p className={styles.lead}>
          A probe starts a real client in isolation, against a scripted model and a server of yours or the
          bundled one, and shows what it told its model. Outlined is what its profile predicts, filled is what
          a probe saw.
        </p>
        {part !== undefined && (
          <EmptyState title="There is no such client here">
            It may have been removed from the cache.
          </EmptyState>
        )}
        <ClientTable groups={groups} />
        <ReverseServers />
      </div>
    </>
  );
}
