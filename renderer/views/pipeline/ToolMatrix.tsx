import { useCallback } from 'react';
import {
  exposureFor,
  pipelineCounts,
  pipelineGroups,
  type PipelineCounts,
  type PipelineGroup,
  type PipelineRow,
} from '../../../shared/model/index.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { formatCount, plural } from '../../frame/format.ts';
import { useApp, useModels, usePlace } from '../../stores/hooks.ts';
import type { Stage } from '../../stores/place.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { MatrixHead } from './MatrixHead.tsx';
import { MatrixRow } from './MatrixRow.tsx';
import type { Prediction } from './predict.ts';
import { useCellKeys } from './useCellKeys.ts';
import { usePrediction } from './usePrediction.ts';
import styles from './ToolMatrix.module.css';

/** One row a tool, grouped by server; one column a stage. */
export function ToolMatrix({ query }: { readonly query: string }) {
  const { navigation, ui } = useApp();
  const { pipeline, servers } = useModels((models) => `${models.pipeline.version}/${models.servers.version}`);
  const prediction = usePrediction();
  const selection = usePlace((place) => place.selection);
  const keys = useCellKeys();
  const host = prediction?.host ?? null;
  const all = pipelineGroups(pipeline, servers);
  const groups = filtered(all, query);
  const counts = withPredicted(pipelineCounts(pipeline, host), all, prediction);

  const select = useCallback(
    ({ server, tool }: PipelineRow, stage: Stage | undefined) => {
      ui.setState({ inspector: true });
      navigation.select({ kind: 'tool', server, tool, stage });
    },
    [navigation, ui],
  );

  const total = pipeline.rows;
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (total === 0) return <FirstSteps title="No tools yet" />;
  return (
    <div className={styles.scroll}>
      {shown < total && (
        <p role="status" className={styles.shown}>
          {plural(total, 'tool')}, {formatCount(shown)} shown
        </p>
      )}
      <div
        role="grid"
        aria-label="Tools by stage"
        aria-rowcount={shown + 1}
        className={styles.matrix}
        {...keys}
      >
        <MatrixHead counts={counts} />
        {groups.map(({ server, heading, rows }) => (
          <div key={server} role="rowgroup" aria-label={server}>
            <div role="row" className={styles.server}>
              <div role="rowheader" aria-colspan={5} className={styles.serverName}>
                <b>{server}</b>
                <span>{headingText(heading)}</span>
              </div>
            </div>
            {rows.map((row) => {
              const selected =
                selection?.kind === 'tool' && selection.server === server && selection.tool === row.tool;
              return (
                <MatrixRow
                  key={row.tool}
                  row={row}
                  observed={host && exposureFor(row, host)}
                  prediction={prediction}
                  selected={selected}
                  stage={selected ? selection.stage : undefined}
                  onSelect={select}
                />
              );
            })}
          </div>
        ))}
      </div>
      {shown === 0 && <EmptyState title="No tool passes the filter" />}
    </div>
  );
}

function headingText(heading: PipelineGroup['heading']): string {
  if (!heading) return '';
  return [heading.state, heading.protocolVersion, heading.transport]
    .filter((word) => word !== null)
    .join(' · ');
}

function filtered(groups: readonly PipelineGroup[], query: string): readonly PipelineGroup[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return groups.filter(({ rows, heading }) => rows.length > 0 || heading !== null);
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ tool }) => `${group.server} ${tool}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Where the host was not observed, the exposure count comes from its profile. */
function withPredicted(
  counts: PipelineCounts,
  groups: readonly PipelineGroup[],
  prediction: Prediction | undefined,
): PipelineCounts {
  if (!prediction) return counts;
  const reachable = groups
    .flatMap(({ rows }) => rows)
    .filter((row) => exposureFor(row, prediction.host) === null)
    .filter(({ server, tool }) => (prediction.rowOf(server, tool)?.reach ?? 'none') !== 'none');
  return { ...counts, exposure: counts.exposure + reachable.length };
}
