import type { KeyboardEvent } from 'react';
import { useId, useMemo, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { clsx } from 'clsx';
import { jsonRows, type JsonRow } from '../json/rows.ts';
import { nextIndex } from './rowKeys.ts';
import { rowsInSight } from './rowsInSight.ts';
import styles from './JsonTree.module.css';

interface JsonTreeProps {
  readonly label: string;
  readonly value: unknown;
  /** Leaves out the line of the outermost container, where its members say all. */
  readonly bare?: boolean;
}

const ROW_PX = 20;
const MAX_PX = 360;

/** A JSON value as a tree; long texts and large containers are folded, only visible lines stand in the page. */
export function JsonTree({ label, value, bare = false }: JsonTreeProps) {
  const id = useId();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const rows = useMemo(() => {
    const all = jsonRows(value, toggled);
    return bare && all.length > 1 ? all.slice(1).map((row) => ({ ...row, depth: row.depth - 1 })) : all;
  }, [value, toggled, bare]);
  const foldable = rows.some((row) => row.expanded !== undefined);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    ...rowsInSight,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });

  const toggle = (row: JsonRow): void => {
    if (row.expanded === undefined) return;
    const next = new Set(toggled);
    if (!next.delete(row.id)) next.add(row.id);
    setToggled(next);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active];
    if (!row) return;
    const unfold = event.key === 'ArrowRight' && row.expanded === false;
    const fold = event.key === 'ArrowLeft' && row.expanded === true;
    if (unfold || fold || event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      toggle(row);
      return;
    }
    const to = event.key === 'ArrowLeft' ? parentOf(rows, active) : nextIndex(event.key, active, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
    virtual.scrollToIndex(to);
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      className={styles.tree}
      style={{ maxHeight: MAX_PX }}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={row.id}
                id={`${id}-${item.index}`}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-expanded={row.expanded}
                aria-selected={item.index === active}
                className={clsx(styles.row, item.index === active && styles.active)}
                style={{ paddingLeft: row.depth * 14, transform: `translateY(${item.start}px)` }}
                onClick={() => {
                  setActive(item.index);
                  toggle(row);
                }}
              >
                {foldable && (
                  <ChevronRight
                    size={12}
                    aria-hidden
                    className={clsx(
                      styles.arrow,
                      row.expanded === undefined && styles.leaf,
                      row.expanded === true && styles.open,
                    )}
                  />
                )}
                {row.key !== undefined && <b className={styles.key}>{row.key}: </b>}
                <span
                  className={clsx(row.kind === 'string' || row.kind === 'line' ? styles.text : styles.plain)}
                >
                  {row.text}
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function parentOf(rows: readonly JsonRow[], index: number): number | undefined {
  const depth = rows[index]?.depth ?? 0;
  const parent = rows.slice(0, index).findLastIndex((row) => row.depth < depth);
  return parent < 0 ? undefined : parent;
}
