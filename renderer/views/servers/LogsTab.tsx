import { useState } from 'react';
import type { ServerView } from '../../../shared/contract.ts';
import { Tabs } from '../../components/Tabs.tsx';
import { MessageLog } from './MessageLog.tsx';
import { StderrLog } from './StderrLog.tsx';
import styles from './LogsTab.module.css';

/** The two logs of a server: what it sends as messages of the protocol, and what it writes to stderr. */
export function LogsTab({ server }: { readonly server: ServerView }) {
  const isLocal = server.config.transport.kind === 'stdio';
  const [tab, setTab] = useState<'messages' | 'stderr'>(isLocal ? 'stderr' : 'messages');
  return (
    <Tabs
      className={styles.tabs}
      label="Logs"
      value={tab}
      onChange={setTab}
      tabs={[
        ...(isLocal
          ? [{ id: 'stderr' as const, label: 'stderr', content: <StderrLog server={server} /> }]
          : []),
        { id: 'messages', label: 'Messages', content: <MessageLog server={server} /> },
      ]}
    />
  );
}
