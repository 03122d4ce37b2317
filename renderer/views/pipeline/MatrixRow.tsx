import { memo } from 'react';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { ExposureCell, PipelineRow } from '../../../shared/model/index.ts';
import { Chip } from '../../components/Chip.tsx';
import { plural } from '../../frame/format.ts';
import { hostLabel } from '../../stores/hosts.ts';
import type { Stage } from '../../stores/place.ts';
import { approvalChip, discoveryChip, executionChip, type CellChip } from './cells.ts';
import { differ, hostChips } from './differs.ts';
import type { Prediction } from './predict.ts';
import styles from './ToolMatrix.module.css';

interface MatrixRowProps {
  /** The row's number within the grid, from 1. */
  readonly at: number;
  readonly row: PipelineRow;
  readonly observed: ExposureCell | null;
  readonly prediction: Prediction | undefined;
  readonly secondObserved: ExposureCell | null;
  readonly second: Prediction | undefined;
  /** Alarms of the lint about the tool that are more than a hint. */
  readonly alarms: number;
  readonly selected: boolean;
  readonly stage: Stage | undefined;
  readonly onSelect: (row: PipelineRow, stage: Stage | undefined) => void;
}

interface Cell {
  readonly key: string;
  readonly stage: Stage;
  /** How the cell is called beside the tool's name. */
  readonly label: string;
  readonly chip: CellChip | undefined;
}

/** One tool through the four stages. Drawn again only when its row, its host or its selection changed. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { at, row, alarms, selected, stage, onSelect } = props;
  const { cells, differs } = cellsOf(props);
  return (
    <div
      role="row"
      aria-rowindex={at}
      aria-selected={selected}
      className={clsx(styles.row, styles.tool, selected && styles.on, differs && styles.differs)}
    >
      <div role="rowheader" className={styles.cell}>
        <button
          type="button"
          tabIndex={-1}
          data-cell
          className={styles.name}
          onClick={() => onSelect(row, undefined)}
        >
          <code>{row.tool}</code>
          {differs && <span className={styles.spoken}> (differs)</span>}
        </button>
        {alarms > 0 && (
          <span className={styles.alarms} data-tip={`${plural(alarms, 'alarm')} of the lint`}>
            <TriangleAlert size={11} aria-hidden />
            {alarms}
            <span className={styles.spoken}>{alarms === 1 ? ' alarm' : ' alarms'}</span>
          </span>
        )}
      </div>
      {cells.map(({ key, stage: of, label, chip }) => (
        <div key={key} role="gridcell" className={styles.cell}>
          <button
            type="button"
            tabIndex={-1}
            data-cell
            aria-label={`${row.tool}, ${label}: ${chip ? spoken(chip) : 'nothing'}`}
            aria-pressed={selected && stage === of && key === of}
            className={styles.chip}
            onClick={() => onSelect(row, of)}
          >
            {chip ? (
              <Chip tone={chip.tone} fill={chip.fill} hollow={chip.hollow}>
                {chip.word}
              </Chip>
            ) : (
              <span className={styles.nothing}>–</span>
            )}
          </button>
        </div>
      ))}
    </div>
  );
});

const spoken = (chip: CellChip): string => (chip.fill === 'outlined' ? `${chip.word}, assumed` : chip.word);

function cellsOf({ row, observed, prediction, secondObserved, second }: MatrixRowProps): {
  readonly cells: readonly Cell[];
  readonly differs: boolean;
} {
  const own = hostChips(row, observed, prediction);
  const other = second && hostChips(row, secondObserved, second);
  const cell = (stage: Stage, chip: CellChip | undefined): Cell => ({
    key: stage,
    stage,
    label: stage,
    chip,
  });
  const beside = (stage: Stage, chip: CellChip | undefined): readonly Cell[] =>
    second === undefined
      ? []
      : [{ key: `second ${stage}`, stage, label: `${stage} in ${hostLabel(second.host)}`, chip }];
  return {
    differs: other !== undefined && differ(own, other),
    cells: [
      cell('discovery', discoveryChip(row)),
      cell('exposure', own.exposure),
      ...beside('exposure', other?.exposure),
      // What was decided was decided by the host that ran; only without a decision is there a prediction.
      cell('approval', row.approval ? approvalChip(row.approval, undefined) : own.approval),
      ...beside('approval', other?.approval),
      cell('execution', executionChip(row.execution, row.approval?.waiting ?? 0)),
    ],
  };
}
