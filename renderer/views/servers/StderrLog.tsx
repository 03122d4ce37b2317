import { useEffect, useState } from 'react';
import type { ServerView, StderrLine } from '../../../shared/contract.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { formatCount, formatExact } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import styles from './LogsTab.module.css';

const EVERY_MS = 1000;

interface Row extends StderrLine {
  readonly index: number;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'at',
    title: 't (ms)',
    width: '108px',
    align: 'end',
    mono: true,
    cell: ({ at }) => formatExact(at),
  },
  { id: 'text', title: 'stderr', width: 'minmax(200px, 1fr)', mono: true, cell: ({ text }) => text },
];

/** The latest lines that the server wrote to stderr; they stay in memory and are in no capture. */
export function StderrLog({ server }: { readonly server: ServerView }) {
  const { name } = server;
  const { client } = useApp();
  const [log, setLog] = useState<{ lines: readonly StderrLine[]; dropped: number }>({
    lines: [],
    dropped: 0,
  });
  useEffect(() => {
    let stopped = false;
    const look = async (): Promise<void> => {
      const reply = await client.request('servers.stderr', { name });
      if (!stopped && reply.ok) setLog(reply.value);
    };
    void look();
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [client, name]);
  return (
    <>
      {log.dropped > 0 && (
        <p className={styles.note}>{formatCount(log.dropped)} older lines are no longer in memory.</p>
      )}
      <VirtualTable
        label="Lines on stderr"
        columns={columns}
        rowHeight={22}
        count={log.lines.length}
        rowAt={(index) => {
          const line = log.lines[index];
          return line && { ...line, index };
        }}
        keyOf={({ index }) => index}
        follow
        empty={<EmptyState title="Nothing on stderr" />}
      />
    </>
  );
}
