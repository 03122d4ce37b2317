import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { formatExact } from '../../frame/format.ts';

interface LogTableProps<Line> {
  readonly label: string;
  readonly lines: readonly Line[];
  /** What stands beside the time. */
  readonly columns: readonly Column<Line>[];
  /** Said while there is no line. */
  readonly nothing: string;
}

type Row<Line> = Line & { readonly index: number };

/** Lines of a log, oldest first, each with its time; follows the newest. */
export function LogTable<Line extends { readonly at: number }>(props: LogTableProps<Line>) {
  const { label, lines, columns, nothing } = props;
  const at: Column<Row<Line>> = {
    id: 'at',
    title: 't (ms)',
    width: '108px',
    align: 'end',
    mono: true,
    cell: (line) => formatExact(line.at),
  };
  return (
    <VirtualTable<Row<Line>>
      label={label}
      columns={[at, ...columns]}
      rowHeight={22}
      count={lines.length}
      rowAt={(index) => {
        const line = lines[index];
        return line && { ...line, index };
      }}
      keyOf={({ index }) => index}
      follow
      empty={<EmptyState title={nothing} />}
    />
  );
}
