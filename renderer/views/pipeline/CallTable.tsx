import { callRows, callTimes, type CallRow, type CallTimes } from '../../../shared/model/index.ts';
import { Chip } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { formatExact, formatMs } from '../../frame/format.ts';
import { useApp, useModels, usePlace } from '../../stores/hooks.ts';
import { FirstSteps } from '../FirstSteps.tsx';
import { useThreadLabels } from '../../stores/threadLabels.ts';
import { callStateChip, verdictText } from './callWords.ts';

interface Row {
  readonly call: CallRow;
  readonly times: CallTimes;
  readonly owner: string;
}

const span = (ms: number | null): string => (ms === null ? '–' : formatMs(ms));

const columns: readonly Column<Row>[] = [
  {
    id: 'call',
    title: 'call',
    width: '48px',
    mono: true,
    cell: ({ call }) => call.call.replace('call:', '#'),
  },
  { id: 'tool', title: 'tool', width: 'minmax(110px, 1.2fr)', mono: true, cell: ({ call }) => call.tool },
  {
    id: 'server',
    title: 'server',
    width: 'minmax(80px, 0.8fr)',
    cell: ({ call }) => call.instance ?? call.server,
  },
  { id: 'owner', title: 'owner', width: 'minmax(110px, 1fr)', cell: ({ owner }) => owner },
  { id: 'model', title: 'model', width: '64px', align: 'end', cell: ({ times }) => span(times.model) },
  {
    id: 'approval',
    title: 'approval',
    width: '68px',
    align: 'end',
    cell: ({ times }) => span(times.approval),
  },
  { id: 'inside', title: 'in server', width: '66px', align: 'end', cell: ({ times }) => span(times.server) },
  {
    id: 'transport',
    title: 'transport',
    width: '70px',
    align: 'end',
    cell: ({ times }) => span(times.transport),
  },
  { id: 'state', title: 'state', width: '120px', cell: ({ call }) => <StateChip call={call} /> },
  {
    id: 'at',
    title: 'at (ms)',
    width: '92px',
    align: 'end',
    mono: true,
    cell: ({ call }) => startText(call),
  },
];

/** One row a call on its way through the stages, with the time spent in each. */
export function CallTable({ query }: { readonly query: string }) {
  const { navigation, ui } = useApp();
  const { calls, threads } = useModels((models) => `${models.calls.version}/${models.threads.version}`);
  const selection = usePlace((place) => place.selection);
  const labelOf = useThreadLabels();
  const wanted = query.trim().toLowerCase();
  const rows = callRows(calls).filter(({ call, server, tool }) =>
    `${call} ${server} ${tool}`.toLowerCase().includes(wanted),
  );
  if (calls.rows.size === 0) return <FirstSteps title="No calls yet" />;
  return (
    <VirtualTable
      label="Calls"
      columns={columns}
      rowHeight={30}
      minWidth={850}
      count={rows.length}
      rowAt={(index) => {
        const call = rows[index];
        return call && { call, times: callTimes(call, threads), owner: verdictText(call, labelOf) };
      }}
      keyOf={({ call }) => call.call}
      selected={selection?.kind === 'call' ? selection.id : undefined}
      onSelect={({ call }) => {
        ui.setState({ inspector: true });
        navigation.select({ kind: 'call', id: call.call });
      }}
      empty={<EmptyState title="No call passes the filter" />}
    />
  );
}

function StateChip({ call }: { readonly call: CallRow }) {
  const { tone, word, hollow } = callStateChip(call);
  return (
    <Chip tone={tone} hollow={hollow}>
      {word}
    </Chip>
  );
}

const startText = ({ startedAt, approval }: CallRow): string => {
  const at = startedAt ?? approval?.requestedAt ?? null;
  return at === null ? '–' : formatExact(at);
};
