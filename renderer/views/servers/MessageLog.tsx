import { useId, useState } from 'react';
import { LogLevel, type LogReply, type RuntimeClient, type ServerView } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Select } from '../../components/Select.tsx';
import type { Column } from '../../components/VirtualTable.tsx';
import { formatCount } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import { LogTable } from './LogTable.tsx';
import { usePolled } from './usePolled.ts';
import styles from './LogsTab.module.css';

const EVERY_MS = 500;
const ask = async (client: RuntimeClient, name: string) => client.request('servers.log', { name });

const noLog: LogReply = { messages: [], dropped: 0 };

const columns: readonly Column<LogReply['messages'][number]>[] = [
  { id: 'level', title: 'level', width: '90px', cell: ({ level }) => level },
  { id: 'logger', title: 'logger', width: '140px', mono: true, cell: ({ logger }) => logger ?? '' },
  {
    id: 'data',
    title: 'data',
    width: 'minmax(200px, 1fr)',
    mono: true,
    cell: ({ dataJson }) => dataJson,
  },
];

/** The messages that a server sends as its log, and how much of it is wanted. They stay in memory. */
export function MessageLog({ server }: { readonly server: ServerView }) {
  const { name, state } = server;
  const { client } = useApp();
  const id = useId();
  const ready = state === 'ready';
  const log = usePolled(ask, name, ready ? EVERY_MS : undefined) ?? noLog;
  const [wanted, setWanted] = useState<LogLevel>();
  const [fault, setFault] = useState<Fault>();

  const choose = (level: LogLevel): void => {
    setWanted(level);
    void (async () => {
      const reply = await client.request('servers.setLogLevel', { name, level });
      setFault(reply.ok ? undefined : reply.fault);
      if (!reply.ok) setWanted(undefined);
    })();
  };

  return (
    <>
      <div className={styles.bar}>
        <label htmlFor={id}>Wanted from</label>
        <Select
          id={id}
          className={styles.level}
          value={wanted ?? log.level}
          placeholder="as the server likes"
          disabled={!ready}
          options={LogLevel.options.map((level) => ({ value: level, label: level }))}
          onChange={choose}
        />
        <span>on</span>
        {log.dropped > 0 && <span>{formatCount(log.dropped)} older messages are no longer in memory.</span>}
      </div>
      {fault && (
        <div className={styles.note}>
          <ErrorBanner fault={fault} />
        </div>
      )}
      <LogTable label="Messages of the log" lines={log.messages} columns={columns} nothing="No message yet" />
    </>
  );
}
