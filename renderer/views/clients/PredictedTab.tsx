import { useMemo, useState } from 'react';
import { findingText } from '../../../shared/findings.ts';
import type { PredictionRow, ShapesDocument } from '../../../shared/shapes/document.ts';
import { Chip, type ChipTone } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Select } from '../../components/Select.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { Rules } from '../../inspector/Rules.tsx';
import { useModels, useOpenCapture } from '../../stores/hooks.ts';
import { predict } from '../pipeline/predict.ts';
import { rulesOf } from './fieldRules.ts';
import styles from './SplitTab.module.css';

const verdicts: Readonly<Record<PredictionRow['verdict'], { tone: ChipTone; word: string }>> = {
  equal: { tone: 'execution', word: 'equal' },
  different: { tone: 'fault', word: 'different' },
  notPredicted: { tone: 'none', word: 'not predicted' },
  notObserved: { tone: 'none', word: 'not observed' },
};

const columns: readonly Column<PredictionRow>[] = [
  { id: 'tool', title: 'tool', width: 'minmax(110px, 1fr)', mono: true, cell: ({ tool }) => tool },
  {
    id: 'stage',
    title: 'stage',
    width: '104px',
    cell: ({ stage }) => (stage === 'first' ? 'first request' : 'after a search'),
  },
  { id: 'field', title: 'field', width: '86px', cell: ({ field }) => field },
  {
    id: 'predicted',
    title: 'predicted',
    width: 'minmax(130px, 1.4fr)',
    mono: true,
    cell: ({ predicted }) => predicted ?? '–',
  },
  {
    id: 'observed',
    title: 'observed',
    width: 'minmax(130px, 1.4fr)',
    mono: true,
    cell: ({ observed }) => observed ?? '–',
  },
  {
    id: 'verdict',
    title: 'verdict',
    width: '126px',
    cell: ({ verdict }) => <Chip tone={verdicts[verdict].tone}>{verdicts[verdict].word}</Chip>,
  },
];

const filters = [
  { value: 'all', label: 'All fields' },
  { value: 'unequal', label: 'What is not equal' },
] as const;
type Filter = (typeof filters)[number]['value'];

const keyOf = ({ server, tool, stage, field }: PredictionRow): string =>
  `${server} ${tool} ${stage} ${field}`;

interface PredictedTabProps {
  readonly document: ShapesDocument;
  readonly capture: string;
}

/** What the profile predicted beside what was seen, field by field. */
export function PredictedTab({ document, capture }: PredictedTabProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [key, setKey] = useState<string>();
  const { prediction, findings } = document;
  const rows = prediction.rows.filter(({ verdict }) => filter === 'all' || verdict !== 'equal');
  const selected = rows.find((row) => keyOf(row) === key);
  if (prediction.profile === null) {
    return (
      <EmptyState title="There is no profile of this client">
        What it showed stands under Shown; there is nothing to compare it with.
      </EmptyState>
    );
  }
  const count = (verdict: PredictionRow['verdict']): number =>
    prediction.rows.filter((row) => row.verdict === verdict).length;
  const { host, version, modelClass } = prediction.profile;
  return (
    <div className={styles.split}>
      <div className={styles.bar}>
        <Chip tone={count('different') === 0 ? 'execution' : 'fault'}>
          {count('different') === 0 ? `all ${count('equal')} equal` : `${count('different')} different`}
        </Chip>
        <span>
          profile of {host} {version}, {modelClass}
          {prediction.modelClass === 'derived' && ' (the class that fits best)'}
          {prediction.nearest && ', the nearest version'}
        </span>
        {count('notPredicted') > 0 && <span>{count('notPredicted')} not predicted</span>}
        {count('notObserved') > 0 && <span>{count('notObserved')} not observed</span>}
        <span className={styles.space} />
        <Select<Filter> label="Fields" value={filter} options={filters} onChange={setFilter} />
      </div>
      {findings.length > 0 && (
        <ul className={styles.findings} aria-label="Findings">
          {findings.map(({ code, severity, field, tools }, at) => (
            <li key={at}>
              <Chip tone={severity === 'error' ? 'fault' : severity === 'warning' ? 'approval' : 'none'}>
                {severity}
              </Chip>
              {findingText(code)?.says ?? code}
              {field !== undefined && ` Field: ${field}.`}
              {tools !== undefined && ` Tools: ${tools.length}.`}
            </li>
          ))}
        </ul>
      )}
      <VirtualTable
        label="Predicted and observed"
        columns={columns}
        rowHeight={30}
        minWidth={760}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={keyOf}
        selected={key}
        onSelect={(row) => setKey(keyOf(row))}
        empty={<EmptyState title="Everything is equal">The profile was right about this run.</EmptyState>}
      />
      <section className={styles.detail} aria-label="Detail">
        {selected ? (
          <Detail row={selected} document={document} capture={capture} />
        ) : (
          <p className={styles.hint}>
            Choose a line to read it whole, with the facts that the profile rests on.
          </p>
        )}
      </section>
    </div>
  );
}

interface DetailProps extends PredictedTabProps {
  readonly row: PredictionRow;
}

function Detail({ row, document, capture }: DetailProps) {
  const isOpen = useOpenCapture()?.id === capture;
  const { definitions } = useModels((models) => models.definitions.version);
  const { profile } = document.prediction;
  const { version } = definitions;
  const prediction = useMemo(
    () => (isOpen && profile !== null && version > 0 ? predict(definitions, profile) : undefined),
    [isOpen, profile, definitions, version],
  );
  const rules = prediction ? rulesOf(prediction, row) : [];
  const { tone, word } = verdicts[row.verdict];
  return (
    <KeyValue
      wide
      rows={[
        { name: 'tool', value: `${row.server} · ${row.tool}`, mono: true },
        {
          name: 'field',
          value: `${row.field}, ${row.stage === 'first' ? 'first request' : 'after a search'}`,
        },
        { name: 'predicted', value: row.predicted ?? 'nothing', mono: row.predicted !== null },
        { name: 'observed', value: row.observed ?? 'nothing', mono: row.observed !== null },
        { name: 'verdict', value: <Chip tone={tone}>{word}</Chip> },
        {
          name: 'rests on',
          value: isOpen ? <Rules rules={rules} /> : 'Open the run in the window to see the facts.',
        },
      ]}
    />
  );
}
