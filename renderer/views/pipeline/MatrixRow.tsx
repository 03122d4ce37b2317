import { memo } from 'react';
import { clsx } from 'clsx';
import type { ExposureCell, PipelineRow } from '../../../shared/model/index.ts';
import { Chip } from '../../components/Chip.tsx';
import { stages, type Stage } from '../../stores/place.ts';
import { approvalChip, discoveryChip, executionChip, exposureChip, type CellChip } from './cells.ts';
import type { Prediction } from './predict.ts';
import styles from './ToolMatrix.module.css';

interface MatrixRowProps {
  /** The row's number within the grid, from 1. */
  readonly at: number;
  readonly row: PipelineRow;
  readonly observed: ExposureCell | null;
  readonly prediction: Prediction | undefined;
  readonly selected: boolean;
  readonly stage: Stage | undefined;
  readonly onSelect: (row: PipelineRow, stage: Stage | undefined) => void;
}

/** One tool through the four stages. Drawn again only when its row, its host or its selection changed. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { at, row, selected, stage, onSelect } = props;
  const chips = chipsOf(props);
  return (
    <div
      role="row"
      aria-rowindex={at}
      aria-selected={selected}
      className={clsx(styles.row, styles.tool, selected && styles.on)}
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
        </button>
      </div>
      {stages.map((name) => {
        const chip = chips[name];
        return (
          <div key={name} role="gridcell" className={styles.cell}>
            <button
              type="button"
              tabIndex={-1}
              data-cell
              aria-label={`${row.tool}, ${name}: ${chip ? spoken(chip) : 'nothing'}`}
              aria-pressed={selected && stage === name}
              className={styles.chip}
              onClick={() => onSelect(row, name)}
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
        );
      })}
    </div>
  );
});

const spoken = (chip: CellChip): string => (chip.fill === 'outlined' ? `${chip.word}, assumed` : chip.word);

function chipsOf({ row, observed, prediction }: MatrixRowProps): Record<Stage, CellChip | undefined> {
  const listed =
    row.discovery !== null && row.discovery.state !== 'broken' && row.discovery.state !== 'removed';
  const predicted = listed ? prediction?.rowOf(row.server, row.tool) : undefined;
  const exposure = exposureChip(row, observed, predicted);
  const reachable = exposure !== undefined && exposure.tone !== 'none';
  return {
    discovery: discoveryChip(row),
    exposure,
    approval: approvalChip(
      row.approval,
      reachable && listed ? prediction?.approvalOf(row.server, row.tool) : undefined,
    ),
    execution: executionChip(row.execution, row.approval?.waiting ?? 0),
  };
}
