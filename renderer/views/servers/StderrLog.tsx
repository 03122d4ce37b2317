import type { RuntimeClient, ServerView, StderrLine } from '../../../shared/contract.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { formatCount, formatExact } from '../../frame/format.ts';
import { usePolled } from './usePolled.ts';
import styles from './LogsTab.module.css';

const EVERY_MS = 1000;
const ask = async (client: RuntimeClient, name: string) => client.request('servers.stderr', { name });

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
  const log = usePolled(ask, name, EVERY_MS) ?? { lines: [], dropped: 0 };
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
