import { useState } from 'react';
import { Input } from '../../components/Input.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useApp, useShownPart } from '../../stores/hooks.ts';
import { useLint } from '../../stores/lint.ts';
import { CallTable } from './CallTable.tsx';
import { CompareChooser } from './CompareChooser.tsx';
import { LintTab } from '../lint/LintTab.tsx';
import { TryTab } from '../try/TryTab.tsx';
import { ToolMatrix } from './ToolMatrix.tsx';
import styles from './PipelineView.module.css';

const TABS = ['tools', 'calls', 'lint', 'try'] as const;
const FILTERED = { tools: 'tools', calls: 'calls', lint: 'alarms' } as const;

/** Of what was listed: what the model was shown, what was approved, what ran. By tool, or by call; what is lost on the way; and a place to try it. */
export function PipelineView() {
  const { navigation } = useApp();
  const part = useShownPart();
  const [query, setQuery] = useState('');
  const tab = TABS.find((known) => known === part) ?? 'tools';
  const { alarms } = useLint();
  return (
    <Tabs
      className={styles.view}
      label="Pipeline by"
      value={tab}
      onChange={(id) => navigation.show('pipeline', id)}
      before={<h1 className={styles.title}>Pipeline</h1>}
      after={
        <>
          {(tab === 'tools' || tab === 'try') && <CompareChooser filters={tab === 'tools'} />}
          {tab !== 'try' && (
            <Input
              className={styles.filter}
              type="search"
              aria-label={`Filter ${FILTERED[tab]}`}
              placeholder={`Filter ${FILTERED[tab]}`}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          )}
        </>
      }
      tabs={[
        { id: 'tools', label: 'Tools', content: <ToolMatrix query={query} /> },
        { id: 'calls', label: 'Calls', content: <CallTable query={query} /> },
        { id: 'lint', label: 'Lint', count: alarms.length, content: <LintTab query={query} /> },
        { id: 'try', label: 'Try it', content: <TryTab /> },
      ]}
    />
  );
}
