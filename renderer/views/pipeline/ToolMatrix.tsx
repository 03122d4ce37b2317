import { useCallback, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { routeKey } from '../../../shared/hosts/index.ts';
import type { Alarm } from '../../../shared/lint/index.ts';
import {
  exposureFor,
  pipelineCounts,
  pipelineGroups,
  type PipelineCounts,
  type PipelineGroup,
  type PipelineRow,
} from '../../../shared/model/index.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { rowsInSight } from '../../components/rowsInSight.ts';
import { formatCount, plural } from '../../frame/format.ts';
import { useOnlyDifferences } from '../../stores/comparison.ts';
import { useApp, useModels, usePlace } from '../../stores/hooks.ts';
import { hostLabel } from '../../stores/hosts.ts';
import { useLint } from '../../stores/lint.ts';
import type { Stage } from '../../stores/place.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { MatrixHead } from './MatrixHead.tsx';
import { rowDiffers } from './differs.ts';
import { MatrixRow } from './MatrixRow.tsx';
import type { Prediction } from './predict.ts';
import { useCellKeys } from './useCellKeys.ts';
import { usePrediction, useSecondPrediction } from './usePrediction.ts';
import styles from './ToolMatrix.module.css';

const TOOL_PX = 34;
const SERVER_PX = 30;

type Line =
  | { readonly kind: 'server'; readonly server: string; readonly heading: PipelineGroup['heading'] }
  | { readonly kind: 'tool'; readonly row: PipelineRow };

/** One row a tool, grouped by server; one column a stage. Only the rows in sight stand in the page. */
export function ToolMatrix({ query }: { readonly query: string }) {
  const { navigation, ui } = useApp();
  const { pipeline, servers } = useModels((models) => `${models.pipeline.version}/${models.servers.version}`);
  const prediction = usePrediction();
  const second = useSecondPrediction();
  const onlyDifferences = useOnlyDifferences();
  const { byTool } = useLint();
  const selection = usePlace((place) => place.selection);
  const keys = useCellKeys(second === undefined ? 5 : 7);
  const host = prediction?.host ?? null;
  const all = pipelineGroups(pipeline, servers);
  const groups = filtered(
    onlyDifferences && prediction && second ? differing(all, prediction, second) : all,
    query,
  );
  const counts = withPredicted(pipelineCounts(pipeline, host), all, prediction);

  const select = useCallback(
    ({ server, tool }: PipelineRow, stage: Stage | undefined) => {
      ui.setState({ inspector: true });
      navigation.select({ kind: 'tool', server, tool, stage });
    },
    [navigation, ui],
  );

  const lines = groups.flatMap(({ server, heading, rows }): Line[] => [
    { kind: 'server', server, heading },
    ...rows.map((row): Line => ({ kind: 'tool', row })),
  ]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    ...rowsInSight,
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'server' ? SERVER_PX : TOOL_PX),
    overscan: 4,
  });
  const items = virtual.getVirtualItems();

  const total = pipeline.rows;
  const shown = lines.length - groups.length;
  if (total === 0) return <FirstSteps title="No tools yet" />;
  return (
    <div ref={scroller} className={styles.scroll}>
      {shown < total && (
        <p role="status" className={styles.shown}>
          {plural(total, 'tool')}, {formatCount(shown)} shown
        </p>
      )}
      <div
        role="grid"
        aria-label="Tools by stage"
        aria-rowcount={lines.length + 1}
        className={clsx(styles.matrix, second && styles.compared)}
        {...keys}
      >
        <MatrixHead
          counts={counts}
          hosts={[prediction, second].flatMap((one) => (one ? [hostLabel(one.host)] : []))}
        />
        <div
          role="presentation"
          style={{
            paddingTop: items[0]?.start ?? 0,
            paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
          }}
        >
          {items.map(({ index }) => {
            const line = lines[index];
            if (line === undefined) return null;
            if (line.kind === 'server')
              return (
                <ServerLine key={line.server} {...line} at={index + 2} span={second === undefined ? 5 : 7} />
              );
            const { row } = line;
            const selected =
              selection?.kind === 'tool' && selection.server === row.server && selection.tool === row.tool;
            return (
              <MatrixRow
                key={`${row.server} ${row.tool}`}
                at={index + 2}
                row={row}
                observed={host && exposureFor(row, host)}
                prediction={prediction}
                secondObserved={second ? exposureFor(row, second.host) : null}
                second={second}
                alarms={serious(byTool.get(routeKey(row)))}
                selected={selected}
                stage={selected ? selection.stage : undefined}
                onSelect={select}
              />
            );
          })}
        </div>
      </div>
      {shown === 0 && (
        <EmptyState
          title={
            onlyDifferences ? 'No tool that the two hosts treat differently' : 'No tool passes the filter'
          }
        />
      )}
    </div>
  );
}

interface ServerLineProps {
  readonly server: string;
  readonly heading: PipelineGroup['heading'];
  /** The row's number within the grid, from 1. */
  readonly at: number;
  /** Columns of the grid. */
  readonly span: number;
}

const ServerLine = ({ server, heading, at, span }: ServerLineProps) => (
  <div role="row" aria-rowindex={at} className={styles.server}>
    <div role="rowheader" aria-colspan={span} className={styles.serverName}>
      <b>{server}</b>
      <span>{headingText(heading)}</span>
    </div>
  </div>
);

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

const differing = (
  groups: readonly PipelineGroup[],
  first: Prediction,
  second: Prediction,
): readonly PipelineGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => rowDiffers(row, first, second)) }))
    .filter(({ rows }) => rows.length > 0);

/** Hints would mark nearly every tool. */
const serious = (alarms: readonly Alarm[] = []): number =>
  alarms.filter(({ severity }) => severity !== 'info').length;

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
