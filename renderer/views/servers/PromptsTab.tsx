import { useState } from 'react';
import type { ServerView } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { plural } from '../../frame/format.ts';
import { ItemList } from './ItemList.tsx';
import { ListFindings } from './ListFindings.tsx';
import { ListTrouble } from './ListTrouble.tsx';
import { NotConnected } from './NotConnected.tsx';
import { PromptPage } from './PromptPage.tsx';
import { useChanges } from './useChanges.ts';
import { useItems } from './useItems.ts';
import styles from './ToolsTab.module.css';

/** The prompts of a server, and the page of the chosen one. */
export function PromptsTab({ server }: { readonly server: ServerView }) {
  const { list, fault, busy, again } = useItems(server, 'prompts');
  const changes = useChanges(server);
  const [chosen, setChosen] = useState<string>();
  const [seen, setSeen] = useState<number>();
  if (server.state !== 'ready') {
    return <NotConnected server={server} />;
  }
  const items = list?.items ?? [];
  const current = items.find(({ index }) => String(index) === chosen) ?? items[0];
  const changed = (changes?.lists.prompts ?? 0) > (seen ?? 0);
  return (
    <>
      <div className={styles.bar} role="status">
        {busy
          ? 'Listing…'
          : `${plural(items.length, 'prompt')}${changed ? '. The server says that the list changed.' : ''}`}
        <Button
          look="quiet"
          disabled={busy}
          onClick={() => {
            setSeen(changes?.lists.prompts);
            again();
          }}
        >
          List again
        </Button>
      </div>
      <div className={styles.troubles}>
        <ListTrouble what="prompts" fault={fault} failed={list?.failed} busy={busy} onAgain={again} />
        <ListFindings lists={[list]} />
      </div>
      {items.length === 0 && !busy && !fault ? (
        <EmptyState title="This server lists no prompts" />
      ) : (
        <div className={styles.tab}>
          <div className={styles.list}>
            <ItemList
              label="Prompts"
              items={items.map(({ index, key, title, findings }) => ({
                id: String(index),
                name: key === '' ? (title ?? `prompt ${index + 1}, unnamed`) : key,
                findings,
              }))}
              chosen={current && String(current.index)}
              onChoose={setChosen}
            />
          </div>
          {current && <PromptPage key={current.index} server={server} item={current} />}
        </div>
      )}
    </>
  );
}
