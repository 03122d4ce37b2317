import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { nextIndex } from '../components/rowKeys.ts';
import { rowsInSight } from '../components/rowsInSight.ts';
import { bareName, milliseconds, plainLabel } from './format.ts';
import { sortedRows } from './sorted.ts';
import type { Sort, SortKey } from './sorted.ts';
import { styleWord } from './styles.ts';
import styles from './TimelineTable.module.css';
import type { TimelineSelection, TimelineSlice, TimelineState } from './types.ts';
import { durationOf, kindWord, sameThing } from './words.ts';

interface TimelineTableProps {
  readonly state: TimelineState;
  readonly selection: TimelineSelection | null;
  readonly onSelect: (selection: TimelineSelection | null) => void;
}

interface Column {
  readonly title: string;
  readonly cell: (slice: TimelineSlice) => string;
  readonly sort?: SortKey;
  readonly look?: 'mono' | 'end';
}

const COLUMNS: readonly Column[] = [
  { title: 'kind', cell: (slice) => kindWord(slice.ref.kind) },
  { title: 'name', cell: (slice) => bareName(plainLabel(slice.label)), look: 'mono' },
  { title: 'state', cell: (slice) => styleWord(slice.style) },
  { title: 'thread', cell: (slice) => slice.thread ?? '' },
  { title: 'server', cell: (slice) => plainLabel(slice.group ?? slice.server ?? '') },
  { title: 'start (ms)', cell: (slice) => milliseconds(slice.start), sort: 'start', look: 'end' },
  {
    title: 'end (ms)',
    cell: (slice) => (slice.end === Infinity ? 'open' : milliseconds(slice.end)),
    sort: 'end',
    look: 'end',
  },
  { title: 'duration', cell: durationOf, sort: 'duration', look: 'end' },
  { title: 'attribution', cell: (slice) => slice.attribution ?? '' },
  { title: 'reason', cell: (slice) => plainLabel(slice.reason ?? slice.note ?? '') },
];
const NAME = 1;
const ROW_HEIGHT = 26;

/** The timeline for reading and for the keyboard: the same slices, one a row; only the visible rows stand in the page. */
export function TimelineTable({ state, selection, onSelect }: TimelineTableProps) {
  const { slices, revision } = state;
  const [sort, setSort] = useState<Sort>({ key: 'start', descending: false });
  const rows = useMemo(() => sortedRows({ slices, revision }, sort), [slices, revision, sort]);
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useRef<number | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    ...rowsInSight,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });

  // A key moved the focus to a row that was perhaps not in the page yet.
  useEffect(() => {
    if (focus.current === null) return;
    const name = scroller.current?.querySelector<HTMLElement>(`[data-row="${focus.current}"] button`);
    if (!name) return;
    name.focus({ preventScroll: true });
    focus.current = null;
  });

  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const to = nextIndex(event.key, at, rows.length, page);
    const slice = to === undefined ? undefined : slices[rows[to] ?? -1];
    if (to === undefined || slice === undefined) return;
    event.preventDefault();
    focus.current = to;
    virtual.scrollToIndex(to);
    onSelect(slice.ref);
  };

  return (
    <div ref={scroller} className={styles.scroller}>
      <div role="table" aria-label="Timeline" aria-rowcount={rows.length + 1} className={styles.table}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.row}>
            {COLUMNS.map((column) => (
              <Heading key={column.title} column={column} sort={sort} onSort={setSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const slice = slices[rows[index] ?? -1];
            if (slice === undefined) return null;
            const isOn = sameThing(slice.ref, selection);
            return (
              <div
                key={slice.id}
                role="row"
                aria-rowindex={index + 2}
                aria-current={isOn || undefined}
                data-row={index}
                data-slice={slice.id}
                className={clsx(styles.row, styles.body, isOn && styles.on)}
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                onClick={() => onSelect(slice.ref)}
              >
                {COLUMNS.map((column, i) => (
                  <div
                    key={column.title}
                    role="cell"
                    className={clsx(styles.cell, column.look && styles[column.look])}
                    data-tip={column.cell(slice)}
                  >
                    {i === NAME ? (
                      <button type="button" onKeyDown={(event) => onKeyDown(event, index)}>
                        {column.cell(slice)}
                      </button>
                    ) : (
                      column.cell(slice)
                    )}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface HeadingProps {
  readonly column: Column;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function Heading({ column: { title, sort: key, look }, sort, onSort }: HeadingProps) {
  const className = clsx(styles.cell, look === 'end' && styles.end);
  if (key === undefined) {
    return (
      <div role="columnheader" className={className}>
        {title}
      </div>
    );
  }
  const isOn = sort.key === key;
  const direction = sort.descending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" aria-sort={isOn ? direction : 'none'} className={className}>
      <button type="button" onClick={() => onSort({ key, descending: isOn && !sort.descending })}>
        {title}
        <span aria-hidden>{isOn ? (sort.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </div>
  );
}
