import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { nextIndex } from './rowKeys.ts';
import { rowsInSight } from './rowsInSight.ts';
import styles from './VirtualTable.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** A track of a CSS grid: `80px`, `minmax(120px, 1fr)`. */
  readonly width: string;
  readonly align?: 'end';
  readonly mono?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string | number;
  readonly selected?: string | number | undefined;
  readonly onSelect?: (row: Row) => void;
  /** Keeps the last row in view while rows arrive, as long as the reader has not scrolled up. */
  readonly follow?: boolean;
  readonly rowHeight?: number;
  /** Below this width (px) the table scrolls sideways. */
  readonly minWidth?: number;
  readonly empty?: ReactNode;
}

/** Height of the head, which stays in view above the rows, px. */
const HEAD_PX = 26;

/** A table of any length of which only the visible rows stand in the page; arrow keys walk the rows. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const {
    label,
    columns,
    count,
    rowAt,
    keyOf,
    selected,
    onSelect,
    follow = false,
    rowHeight = 24,
    minWidth = 0,
    empty,
  } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  const atEnd = useRef(true);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    ...rowsInSight,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });

  useEffect(() => {
    if (follow && atEnd.current && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [count, follow, virtual]);

  const template = { gridTemplateColumns: columns.map((column) => column.width).join(' ') };
  const items = virtual.getVirtualItems();
  const selectedIndex = items.find((item) => {
    const row = rowAt(item.index);
    return row !== undefined && keyOf(row) === selected;
  })?.index;

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = selectedIndex ?? focused.current;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const to = nextIndex(event.key, from, count, page);
    if (to === undefined || !onSelect) return;
    event.preventDefault();
    const row = rowAt(to);
    if (row === undefined) return;
    focused.current = to;
    virtual.scrollToIndex(to);
    onSelect(row);
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={selectedIndex === undefined ? undefined : `${id}-${selectedIndex}`}
      tabIndex={0}
      className={styles.table}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: box }) => {
        atEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - rowHeight;
      }}
    >
      <div role="row" aria-rowindex={1} className={styles.head} style={{ ...template, minWidth }}>
        {columns.map((column) => (
          <div key={column.id} role="columnheader" className={clsx(column.align === 'end' && styles.end)}>
            {column.title}
          </div>
        ))}
      </div>
      {count === 0 && empty}
      <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize(), minWidth }}>
        {items.map((item) => {
          const row = rowAt(item.index);
          if (row === undefined) return null;
          const on = item.index === selectedIndex;
          return (
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={onSelect ? on : undefined}
              className={clsx(styles.row, on && styles.on)}
              style={{ ...template, height: rowHeight, transform: `translateY(${item.start - HEAD_PX}px)` }}
              onClick={() => {
                focused.current = item.index;
                onSelect?.(row);
              }}
            >
              {columns.map((column) => (
                <div
                  key={column.id}
                  role="gridcell"
                  className={clsx(
                    styles.cell,
                    column.align === 'end' && styles.end,
                    column.mono === true && 'mono',
                  )}
                >
                  {column.cell(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
