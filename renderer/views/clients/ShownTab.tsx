import { useMemo, useState } from 'react';
import type { Shape, ShapesDocument } from '../../../shared/shapes/document.ts';
import { Chip } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { useApp, useOpenCapture } from '../../stores/hooks.ts';
import { ShapeDetail } from './ShapeDetail.tsx';
import { shownRows, type ShownRow } from './shownRows.ts';
import styles from './SplitTab.module.css';

const columns: readonly Column<ShownRow>[] = [
  { id: 'request', title: 'request', width: '62px', align: 'end', cell: ({ requests }) => requests },
  { id: 'thread', title: 'thread', width: '52px', align: 'end', cell: ({ thread }) => thread ?? '–' },
  { id: 'tool', title: 'tool', width: 'minmax(140px, 1.2fr)', mono: true, cell: ({ shape }) => shape.tool },
  { id: 'form', title: 'form', width: '176px', cell: ({ shape }) => <Form shape={shape} /> },
  { id: 'path', title: 'path', width: 'minmax(170px, 2fr)', mono: true, cell: ({ path }) => path || '–' },
  { id: 'keys', title: 'keys kept', width: 'minmax(110px, 1fr)', cell: ({ kept }) => kept || '–' },
  { id: 'dropped', title: 'dropped', width: 'minmax(80px, 0.7fr)', cell: ({ dropped }) => dropped || '–' },
  { id: 'schema', title: 'schema', width: '78px', cell: ({ schema }) => schema || '–' },
];

interface ShownTabProps {
  readonly document: ShapesDocument;
  readonly capture: string;
}

/** What every request showed of every tool. Requests in a row that show a tool alike share a line. */
export function ShownTab({ document, capture }: ShownTabProps) {
  const { navigation } = useApp();
  const isOpen = useOpenCapture()?.id === capture;
  const rows = useMemo(() => shownRows(document), [document]);
  const [key, setKey] = useState<string>();
  const selected = rows.find((row) => row.key === key);
  return (
    <div className={styles.split}>
      <VirtualTable
        label="Shown to the model"
        columns={columns}
        rowHeight={30}
        minWidth={860}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={(row) => row.key}
        selected={key}
        onSelect={(row) => {
          setKey(row.key);
          const { server, tool } = row.shape;
          if (isOpen) navigation.select({ kind: 'tool', server, tool, stage: 'exposure' });
        }}
        empty={
          <EmptyState title="No request showed a tool of the server">
            Look at the verdict for what was missing.
          </EmptyState>
        }
      />
      <section className={styles.detail} aria-label="Detail">
        {selected ? (
          <ShapeDetail row={selected} />
        ) : (
          <p className={styles.hint}>Choose a line to see everything that is known of it.</p>
        )}
      </section>
    </div>
  );
}

function Form({ shape }: { readonly shape: Shape }) {
  const { form } = shape;
  const deferred = 'deferral' in shape && shape.deferral === 'deferLoading';
  const hollow = form === 'absent' || form === 'nameOnly' || form === 'carried' || deferred;
  const behind = form === 'absent' && shape.behind !== null ? `behind ${shape.behind}` : form;
  return (
    <Chip tone={form === 'absent' && shape.behind === null ? 'none' : 'exposure'} hollow={hollow}>
      {deferred ? `${form}, deferred` : behind}
    </Chip>
  );
}
