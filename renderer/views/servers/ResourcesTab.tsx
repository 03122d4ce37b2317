import { useState } from 'react';
import type { ServerView, WireItem } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { plural } from '../../frame/format.ts';
import { ItemList, type ListedItem } from './ItemList.tsx';
import { ListFindings } from './ListFindings.tsx';
import { ListTrouble } from './ListTrouble.tsx';
import { NotConnected } from './NotConnected.tsx';
import { ResourcePage } from './ResourcePage.tsx';
import { TemplatePage } from './TemplatePage.tsx';
import { useChanges } from './useChanges.ts';
import { useItems } from './useItems.ts';
import styles from './ToolsTab.module.css';

const idOf = ({ kind, index }: WireItem): string => `${kind} ${index}`;

/** Every entry by its title or name, with what it is asked for below; by that alone where it has no name. */
const listedOf = (items: readonly WireItem[]): readonly ListedItem[] =>
  items.map((item) => {
    const { key, index, findings } = item;
    const name = [item.title, item.name].find((text) => text !== undefined && text.trim() !== '');
    return {
      id: idOf(item),
      name: name ?? (key === '' ? `entry ${index + 1}, without an address` : key),
      ...(name === undefined || name === key || key === '' ? {} : { address: key }),
      findings,
    };
  });

/** What a server offers to be read: its resources, and templates of addresses. */
export function ResourcesTab({ server }: { readonly server: ServerView }) {
  const resources = useItems(server, 'resources');
  const templates = useItems(server, 'templates');
  const changes = useChanges(server);
  const [chosen, setChosen] = useState<string>();
  const [seen, setSeen] = useState<number>();
  const busy = resources.busy || templates.busy;
  const again = (): void => {
    setSeen(changes?.lists.resources);
    resources.again();
    templates.again();
  };
  if (server.state !== 'ready') {
    return <NotConnected server={server} />;
  }
  const items = [...(resources.list?.items ?? []), ...(templates.list?.items ?? [])];
  const current = items.find((item) => idOf(item) === chosen) ?? items[0];
  const changed = (changes?.lists.resources ?? 0) > (seen ?? 0);
  const empty = items.length === 0 && !busy && !resources.fault && !templates.fault;
  return (
    <>
      <div className={styles.bar} role="status">
        {busy
          ? 'Listing…'
          : `${plural(resources.list?.items.length ?? 0, 'resource')}, ${plural(templates.list?.items.length ?? 0, 'template')}${changed ? '. The server says that the list changed.' : ''}`}
        <Button look="quiet" disabled={busy} onClick={again}>
          List again
        </Button>
      </div>
      <div className={styles.troubles}>
        <ListTrouble what="resources" {...troubleOf(resources)} onAgain={resources.again} />
        <ListTrouble what="templates" {...troubleOf(templates)} onAgain={templates.again} />
        <ListFindings lists={[resources.list, templates.list]} />
      </div>
      {empty ? (
        <EmptyState title="This server lists no resources and no templates" />
      ) : (
        <div className={styles.tab}>
          <div className={styles.list}>
            {(resources.list?.items.length ?? 0) > 0 && <h2 className={styles.group}>Resources</h2>}
            <ItemList
              label="Resources"
              items={listedOf(resources.list?.items ?? [])}
              chosen={current && idOf(current)}
              onChoose={setChosen}
            />
            {(templates.list?.items.length ?? 0) > 0 && <h2 className={styles.group}>Templates</h2>}
            <ItemList
              label="Templates"
              items={listedOf(templates.list?.items ?? [])}
              chosen={current && idOf(current)}
              onChoose={setChosen}
            />
          </div>
          {current?.kind === 'resources' && (
            <ResourcePage
              key={idOf(current)}
              server={server}
              item={current}
              change={changes?.resources.find(({ uri }) => uri === current.key)}
            />
          )}
          {current?.kind === 'templates' && (
            <TemplatePage key={idOf(current)} server={server} item={current} />
          )}
        </div>
      )}
    </>
  );
}

const troubleOf = ({ fault, list, busy }: ReturnType<typeof useItems>) => ({
  fault,
  failed: list?.failed,
  busy,
});
