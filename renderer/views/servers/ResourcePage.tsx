import { useId, useState } from 'react';
import type { ChangesReply, ServerView, WireItem } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Switch } from '../../components/Switch.tsx';
import { formatMs, plural } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import { readDefinition } from './definition.ts';
import { FindingList } from './FindingList.tsx';
import { ItemFacts } from './ItemFacts.tsx';
import { ReadResult } from './ReadResult.tsx';
import { useRequest } from './useRequest.ts';
import styles from './ToolPage.module.css';

interface ResourcePageProps {
  readonly server: ServerView;
  readonly item: WireItem;
  readonly change: ChangesReply['resources'][number] | undefined;
}

/** One resource: what is said of it, what it holds, and whether it is followed. */
export function ResourcePage({ server, item, change }: ResourcePageProps) {
  const definition = readDefinition(item.definitionJson);
  const { running, answer, send, cancel } = useRequest('resources.read');
  const [readAt, setReadAt] = useState<number>();
  const updates = change?.updates ?? 0;
  const size = definition.member('size');
  const title = definition.text('title') ?? definition.text('name');
  const read = (): void => {
    setReadAt(updates);
    send({ server: server.name, uri: item.key });
  };
  return (
    <section className={styles.page} aria-label={item.key}>
      <header className={styles.head}>
        <h2 className={styles.name}>{item.key === '' ? 'Without an address' : item.key}</h2>
        {title !== undefined && <span className={styles.title}>{title}</span>}
      </header>
      {definition.text('description') !== undefined && (
        <p className={styles.description}>{definition.text('description')}</p>
      )}
      <ItemFacts
        definition={definition}
        rows={[
          ...(item.mimeType === undefined ? [] : [{ name: 'type', value: item.mimeType, mono: true }]),
          ...(size === undefined ? [] : [{ name: 'size', value: `${JSON.stringify(size)} bytes, it says` }]),
        ]}
        json={parseJson(item.definitionJson)}
      />
      <FindingList label={`Findings of ${item.key}`} findings={item.findings} />
      <div className={styles.actions}>
        <Button look="primary" disabled={running || item.key === ''} onClick={read}>
          {running ? 'Reading…' : readAt === undefined ? 'Read' : 'Read again'}
        </Button>
        {running && <Button onClick={cancel}>Cancel</Button>}
        {item.key !== '' && <Follow server={server.name} uri={item.key} change={change} />}
        <span role="status" className={styles.reason}>
          {readAt !== undefined && updates > readAt && 'Changed since it was read.'}
        </span>
      </div>
      <div aria-live="polite">
        {answer && 'outcome' in answer && <ReadResult reply={answer} />}
        {answer && 'message' in answer && <ErrorBanner fault={answer} />}
      </div>
    </section>
  );
}

interface FollowProps {
  readonly server: string;
  readonly uri: string;
  readonly change: ChangesReply['resources'][number] | undefined;
}

function Follow({ server, uri, change }: FollowProps) {
  const { client } = useApp();
  const id = useId();
  const [wanted, setWanted] = useState<{ readonly on: boolean; readonly before: boolean }>();
  const [fault, setFault] = useState<Fault>();
  const followed = change?.followed ?? false;
  // Shown at once; what the runtime says of it comes a moment later and wins.
  const shown = wanted?.before === followed ? wanted.on : followed;
  const follow = (on: boolean): void => {
    setWanted({ on, before: followed });
    void (async () => {
      const reply = await client.request('resources.subscribe', { server, uri, wanted: on });
      setFault(reply.ok ? undefined : reply.fault);
      if (!reply.ok) setWanted(undefined);
    })();
  };
  return (
    <>
      <label htmlFor={id} className={styles.follow}>
        <Switch id={id} checked={shown} onChange={follow} />
        Follow
      </label>
      {change !== undefined && (
        <span className={styles.reason}>
          {plural(change.updates, 'update')}
          {change.lastAt !== undefined && `, the last at ${formatMs(change.lastAt)}`}
        </span>
      )}
      {fault && <ErrorBanner fault={fault} />}
    </>
  );
}
