import { useState } from 'react';
import { Select } from '../../components/Select.tsx';
import { useApp, useModels, usePlace } from '../../stores/hooks.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { usePrediction, useSecondPrediction } from '../pipeline/usePrediction.ts';
import { ApprovalSimulator } from './ApprovalSimulator.tsx';
import { ReadingPane } from './ReadingPane.tsx';
import styles from './Try.module.css';

/** A place to ask a host's profile: what would it decide, and what does its model read? For one host, or for two. */
export function TryTab() {
  const { navigation } = useApp();
  const { pipeline } = useModels((models) => models.pipeline.version);
  const selection = usePlace((place) => place.selection);
  const predictions = [usePrediction(), useSecondPrediction()].flatMap((one) => (one ? [one] : []));
  const [query, setQuery] = useState('');
  const [first] = predictions;
  const rows = first?.plan.rows ?? [];
  if (pipeline.rows === 0) return <FirstSteps title="No tools yet" />;
  const chosen =
    rows.find(
      (row) => selection?.kind === 'tool' && row.server === selection.server && row.tool === selection.tool,
    ) ?? rows[0];
  if (!first || !chosen) return null;
  const tool = first.toolOf(chosen.server, chosen.tool);
  if (!tool) return null;
  return (
    <div className={styles.view}>
      <div className={styles.choice}>
        <span className={styles.label}>Tool</span>
        <Select
          label="Tool"
          className={styles.select}
          value={`${chosen.server} · ${chosen.tool}`}
          options={choices(rows)}
          onChange={(value) => {
            const row = rows.find((one) => `${one.server} · ${one.tool}` === value);
            if (row) navigation.select({ kind: 'tool', server: row.server, tool: row.tool });
          }}
        />
      </div>
      <div className={styles.panes}>
        <ApprovalSimulator tool={tool} predictions={predictions} />
        <ReadingPane tool={tool} predictions={predictions} query={query} onQuery={setQuery} />
      </div>
    </div>
  );
}

/** Longer lists are found faster in the matrix: what is selected there is chosen here. */
const LISTED = 200;

function choices(rows: readonly { server: string; tool: string }[]) {
  return rows.slice(0, LISTED).map(({ server, tool }) => ({
    value: `${server} · ${tool}`,
    label: `${server} · ${tool}`,
  }));
}
