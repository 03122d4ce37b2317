import { useState } from 'react';
import { latencyRows, mergeHistograms, emptyHistogram, octaveBins } from '../../../shared/model/index.ts';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/Select.tsx';
import { plural } from '../../frame/format.ts';
import { useModels } from '../../stores/hooks.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { ViewBar } from '../ViewBar.tsx';
import { HistogramTable } from './HistogramTable.tsx';
import { LatencyChart } from './LatencyChart.tsx';
import { PercentileTable } from './PercentileTable.tsx';
import styles from './ChartsView.module.css';

const ALL = 'all';

/** How long calls took: a histogram, and percentiles by tool. Each picture has a table of the same figures. */
export default function ChartsView() {
  const { latency } = useModels((models) => models.latency.version);
  const [tool, setTool] = useState(ALL);
  const [asTable, setAsTable] = useState(false);
  const rows = latencyRows(latency);
  if (rows.length === 0) return <FirstSteps title="No calls yet" />;
  const chosen = rows.filter((row) => tool === ALL || key(row) === tool);
  const histogram = chosen.map((row) => row.histogram).reduce(mergeHistograms, emptyHistogram());
  const bins = octaveBins(histogram);
  return (
    <>
      <ViewBar title="Charts" note={plural(histogram.count, 'call')}>
        <Select
          label="Tool"
          value={tool}
          onChange={setTool}
          options={[
            { value: ALL, label: 'All tools' },
            ...rows.map((row) => ({ value: key(row), label: row.tool, hint: row.server })),
          ]}
        />
        <Button aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'As picture' : 'As table'}
        </Button>
      </ViewBar>
      <div className={styles.page}>
        <section className={styles.card} aria-labelledby="chart-latency">
          <h2 id="chart-latency">Latency of calls</h2>
          {asTable ? <HistogramTable bins={bins} /> : <LatencyChart bins={bins} />}
        </section>
        <section className={styles.card} aria-labelledby="chart-percentiles">
          <h2 id="chart-percentiles">Percentiles by tool</h2>
          <PercentileTable rows={chosen} />
        </section>
      </div>
    </>
  );
}

const key = ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
  `${server} ${tool}`;
