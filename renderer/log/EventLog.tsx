import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { Event } from '../../shared/event.ts';
import { FilterLine } from '../components/FilterLine.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../components/VirtualTable.tsx';
import type { WordField } from '../filter/fields.ts';
import { formatCount, formatExact } from '../frame/format.ts';
import type { OpenCapture } from '../stores/capture.ts';
import { useApp, usePlace, useUi } from '../stores/hooks.ts';
import { useFiltered } from './useFiltered.ts';
import { EventLogBar } from './EventLogBar.tsx';
import { summarize } from './summary.ts';
import styles from './EventLog.module.css';

interface LogRow {
  readonly seq: number;
  /** Undefined while its page is being read back. */
  readonly event: Event | undefined;
}

const columns: readonly Column<LogRow>[] = [
  { id: 'seq', title: 'seq', width: '64px', align: 'end', mono: true, cell: ({ seq }) => formatCount(seq) },
  {
    id: 't',
    title: 't (ms)',
    width: '108px',
    align: 'end',
    mono: true,
    cell: ({ event }) => event && formatExact(event.t),
  },
  { id: 'kind', title: 'kind', width: '160px', mono: true, cell: ({ event }) => event?.kind ?? '…' },
  { id: 'source', title: 'source', width: '80px', cell: ({ event }) => event?.source },
  { id: 'evidence', title: 'evidence', width: '80px', cell: ({ event }) => event?.evidence },
  {
    id: 'facts',
    title: 'facts',
    width: 'minmax(120px, 1fr)',
    mono: true,
    cell: ({ event }) => event && summarize(event),
  },
];

/** Every event of the capture, newest last, through a filter line. */
export function EventLog({ capture }: { readonly capture: OpenCapture }) {
  const { navigation, ui } = useApp();
  const line = useUi((state) => state.filter);
  const isOpen = useUi((state) => state.log);
  const selection = usePlace((place) => place.selection);
  const total = useStore(capture.store, () => capture.events.count());
  const { list, fault, scanning } = useFiltered(capture, line);
  const seen = useCallback((field: WordField) => seenWords(capture, field), [capture]);
  const count =
    line.trim() === '' ? formatCount(total) : `${formatCount(list.count())} of ${formatCount(total)}`;

  return (
    <section className={styles.log} aria-label="Event log">
      <EventLogBar
        open={isOpen}
        count={scanning ? `${count}, looking…` : count}
        onToggle={() => ui.setState({ log: !isOpen })}
      >
        <FilterLine
          label="Filter events"
          value={line}
          seen={seen}
          error={fault && [fault.message, fault.next].filter(Boolean).join(' ')}
          onChange={(filter) => ui.setState({ filter })}
        />
      </EventLogBar>
      {isOpen && (
        <VirtualTable
          label="Events"
          columns={columns}
          count={list.count()}
          rowAt={(index) => {
            const seq = list.seqAt(index);
            return seq === undefined ? undefined : { seq, event: capture.events.at(seq) };
          }}
          keyOf={({ seq }) => seq}
          selected={selection?.kind === 'event' ? selection.seq : undefined}
          onSelect={({ seq }) => navigation.select({ kind: 'event', seq })}
          follow
          empty={<EmptyState title={total === 0 ? 'No events yet' : 'No event passes the filter'} />}
        />
      )}
    </section>
  );
}

function seenWords({ models }: OpenCapture, field: WordField): readonly string[] {
  switch (field) {
    case 'server':
      return [...new Set([...models.servers.rows.keys(), ...models.pipeline.servers.keys()])];
    case 'tool':
      return [...new Set([...models.pipeline.servers.values()].flatMap((tools) => [...tools.keys()]))];
    case 'call':
      return [...models.calls.rows.keys()];
    case 'thread':
      return ['root', 'child', ...models.threads.threads.keys()];
    case 'window':
      return [...models.threads.windows.keys()];
    case 'response':
      return [...models.threads.responses.keys()];
    case 'exchange':
      return [...models.threads.exchanges.keys()];
    case 'kind':
    case 'source':
    case 'evidence':
    case 'outcome':
    case 'state':
    case 'reason':
    case 'host':
      return [];
  }
}
