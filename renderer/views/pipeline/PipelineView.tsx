import { useState } from 'react';
import { Input } from '../../components/Input.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useApp, usePlace } from '../../stores/hooks.ts';
import { CallTable } from './CallTable.tsx';
import { ToolMatrix } from './ToolMatrix.tsx';
import styles from './PipelineView.module.css';

/** Of what was listed: what the model was shown, what was approved, what ran. By tool, or by call. */
export function PipelineView() {
  const { navigation } = useApp();
  const part = usePlace((place) => place.part);
  const [query, setQuery] = useState('');
  const tab = part === 'calls' ? 'calls' : 'tools';
  return (
    <Tabs
      className={styles.view}
      label="Pipeline by"
      value={tab}
      onChange={(id) => navigation.show('pipeline', id)}
      before={<h1 className={styles.title}>Pipeline</h1>}
      after={
        <Input
          className={styles.filter}
          type="search"
          aria-label={`Filter ${tab}`}
          placeholder={`Filter ${tab}`}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      }
      tabs={[
        { id: 'tools', label: 'Tools', content: <ToolMatrix query={query} /> },
        { id: 'calls', label: 'Calls', content: <CallTable query={query} /> },
      ]}
    />
  );
}
