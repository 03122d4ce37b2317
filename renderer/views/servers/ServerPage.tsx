import { useState } from 'react';
import { ArrowLeft } from 'lucide-react';
import type { ServerView } from '../../../shared/contract.ts';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useApp } from '../../stores/hooks.ts';
import { ReverseChip } from '../clients/ReverseChip.tsx';
import { AuthTab } from './AuthTab.tsx';
import { FindingList } from './FindingList.tsx';
import { LogsTab } from './LogsTab.tsx';
import { PingButton } from './PingButton.tsx';
import { PromptsTab } from './PromptsTab.tsx';
import { ResourcesTab } from './ResourcesTab.tsx';
import { ServerActions } from './ServerActions.tsx';
import { ServerSettings } from './ServerSettings.tsx';
import { isUnlisted, protocolText, stateWord } from './state.ts';
import { ToolsTab } from './ToolsTab.tsx';
import { WireTab } from './WireTab.tsx';
import styles from './ServerPage.module.css';

type TabId = 'tools' | 'resources' | 'prompts' | 'logs' | 'wire' | 'auth' | 'settings';

/** Everything about one server. */
export function ServerPage({ server }: { readonly server: ServerView }) {
  const { navigation } = useApp();
  const [tab, setTab] = useState<TabId>('tools');
  const { name, state, fault, findings, tools, serverTitle, serverVersion } = server;
  const { tone, word } = stateWord(state);
  // A list that could not be had is told where the list would be, with a way to try again.
  const shown = isUnlisted(server) ? undefined : fault;
  return (
    <>
      <header className={styles.head}>
        <IconButton icon={ArrowLeft} label="All servers" onClick={() => navigation.show('servers')} />
        <h1 className={styles.name}>{name}</h1>
        <Chip tone={tone}>{word}</Chip>
        <ReverseChip findings={findings} />
        <span className={styles.facts}>
          {[protocolText(server), [serverTitle, serverVersion].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <div className={styles.actions}>
          <PingButton server={server} />
          <ServerActions server={server} />
        </div>
      </header>
      {(shown || findings.length > 0) && (
        <div className={styles.troubles}>
          {shown && <ErrorBanner fault={shown} />}
          <FindingList label="Findings" findings={findings} />
        </div>
      )}
      <Tabs
        className={styles.tabs}
        label={`Parts of ${name}`}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'tools',
            label: 'Tools',
            ...(tools === undefined ? {} : { count: tools }),
            content: <ToolsTab server={server} />,
          },
          { id: 'resources', label: 'Resources', content: <ResourcesTab server={server} /> },
          { id: 'prompts', label: 'Prompts', content: <PromptsTab server={server} /> },
          { id: 'logs', label: 'Logs', content: <LogsTab server={server} /> },
          { id: 'wire', label: 'Wire', content: <WireTab server={server} /> },
          ...(server.config.transport.kind === 'http'
            ? [{ id: 'auth' as const, label: 'Auth', content: <AuthTab server={server} /> }]
            : []),
          { id: 'settings', label: 'Settings', content: <ServerSettings server={server} /> },
        ]}
      />
    </>
  );
}
