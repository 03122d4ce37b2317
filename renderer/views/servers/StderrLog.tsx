import type { RuntimeClient, ServerView, StderrLine } from '../../../shared/contract.ts';
import type { Column } from '../../components/VirtualTable.tsx';
import { formatCount } from '../../frame/format.ts';
import { LogTable } from './LogTable.tsx';
import { usePolled } from './usePolled.ts';
import styles from './LogsTab.module.css';

const EVERY_MS = 1000;
const ask = async (client: RuntimeClient, name: string) => client.request('servers.stderr', { name });

const columns: readonly Column<StderrLine>[] = [
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
      <LogTable label="Lines on stderr" lines={log.lines} columns={columns} nothing="Nothing on stderr" />
    </>
  );
}
