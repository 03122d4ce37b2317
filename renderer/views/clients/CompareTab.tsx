import { useMemo, useState } from 'react';
import { diffShapes, type Change } from '../../../shared/shapes/diff.ts';
import type { ShapesDocument } from '../../../shared/shapes/document.ts';
import { Chip } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Select } from '../../components/Select.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { plural } from '../../frame/format.ts';
import { useCaptures, useClients } from '../../stores/hooks.ts';
import { useShapes } from '../../stores/runs.ts';
import { rowsOf, type ClientRow, type ClientRun } from './rows.ts';
import { runLabel } from './words.ts';
import styles from './SplitTab.module.css';

interface Row extends Change {
  readonly at: number;
}

const columns: readonly Column<Row>[] = [
  { id: 'kind', title: 'kind', width: '84px', cell: ({ kind }) => kind },
  { id: 'about', title: 'about', width: 'minmax(150px, 1.2fr)', cell: ({ about }) => about },
  {
    id: 'tools',
    title: 'tools',
    width: 'minmax(80px, 0.6fr)',
    mono: true,
    cell: ({ tools }) => (tools === undefined ? '' : tools.length === 1 ? tools[0] : `${tools.length} tools`),
  },
  {
    id: 'before',
    title: 'before',
    width: 'minmax(130px, 1.2fr)',
    mono: true,
    cell: ({ before }) => before ?? '–',
  },
  {
    id: 'after',
    title: 'after',
    width: 'minmax(130px, 1.2fr)',
    mono: true,
    cell: ({ after }) => after ?? '–',
  },
];

interface CompareTabProps {
  readonly document: ShapesDocument;
  readonly run: ClientRun;
  readonly row: ClientRow;
}

/** What this run showed otherwise than another one, of this version or of any. */
export function CompareTab({ document, run, row }: CompareTabProps) {
  const clients = useClients() ?? [];
  const captures = useCaptures() ?? [];
  const others = clients.flatMap((offer) =>
    rowsOf(offer, captures).flatMap((one) =>
      one.runs
        .filter(({ live, capture }) => !live && capture !== run.capture)
        .map((other) => ({ client: one, run: other })),
    ),
  );
  // The same client first: drift is what one looks for most.
  const sorted = others.toSorted((a, b) => Number(b.client.id === row.id) - Number(a.client.id === row.id));
  const [chosen, setChosen] = useState<string>();
  const other = sorted.find(({ run: { capture } }) => capture === chosen) ?? sorted[0];
  const before = useShapes(other?.run.capture);
  if (!other) {
    return (
      <EmptyState title="Nothing to compare with yet">
        Run a second probe: of another version, or of this one in another model class.
      </EmptyState>
    );
  }
  return (
    <div className={styles.split}>
      <div className={styles.bar}>
        <span>Before:</span>
        <Select
          label="Compare with"
          value={other.run.capture}
          options={sorted.map(({ client, run: one }) => ({
            value: one.capture,
            label: `${client.title} ${one.run.version ?? 'on PATH'} · ${runLabel(one)}`,
          }))}
          onChange={setChosen}
        />
        <span>After: this run.</span>
      </div>
      {before?.ok === false && <ErrorBanner fault={before.fault} />}
      {before?.ok === true && <Changes before={before.value} after={document} />}
    </div>
  );
}

function Changes({ before, after }: { readonly before: ShapesDocument; readonly after: ShapesDocument }) {
  const rows = useMemo(
    () => diffShapes(before, after).map((change, at): Row => ({ ...change, at })),
    [before, after],
  );
  const [at, setAt] = useState<number>();
  const selected = at === undefined ? undefined : rows[at];
  const ofShape = rows.filter(({ kind }) => kind === 'shape').length;
  return (
    <>
      <div className={styles.bar}>
        <Chip tone={ofShape > 0 ? 'exposure' : 'none'}>{plural(ofShape, 'change')} of shape</Chip>
        <span>{plural(rows.length, 'change')} in all. Times, ids and sizes are left out.</span>
      </div>
      <VirtualTable
        label="Changes"
        columns={columns}
        rowHeight={28}
        minWidth={700}
        count={rows.length}
        rowAt={(index) => rows[index]}
        keyOf={(row) => row.at}
        selected={at}
        onSelect={(row) => setAt(row.at)}
        empty={<EmptyState title="Nothing changed">The client showed the same in both runs.</EmptyState>}
      />
      <section className={styles.detail} aria-label="Detail">
        {selected ? (
          <KeyValue
            wide
            rows={[
              { name: 'about', value: `${selected.kind}: ${selected.about}` },
              ...(selected.tools === undefined
                ? []
                : [{ name: 'tools', value: selected.tools.join(', '), mono: true }]),
              { name: 'before', value: selected.before ?? 'nothing', mono: selected.before !== null },
              { name: 'after', value: selected.after ?? 'nothing', mono: selected.after !== null },
            ]}
          />
        ) : (
          <p className={styles.hint}>Choose a line to read it whole.</p>
        )}
      </section>
    </>
  );
}
