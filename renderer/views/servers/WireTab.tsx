import { useMemo } from 'react';
import type { ServerView } from '../../../shared/contract.ts';
import type { Event, EventOf } from '../../../shared/event.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { formatBytes, formatExact } from '../../frame/format.ts';
import { useFiltered } from '../../log/useFiltered.ts';
import type { OpenCapture } from '../../stores/capture.ts';
import { useApp, useOpenCapture, usePlace } from '../../stores/hooks.ts';
import { printFilter } from '../../filter/syntax.ts';

interface Row {
  readonly seq: number;
  readonly message: EventOf<'mcp.message'> | undefined;
}

const columns: readonly Column<Row>[] = [
  {
    id: 't',
    title: 't (ms)',
    width: '108px',
    align: 'end',
    mono: true,
    cell: ({ message }) => message && formatExact(message.t),
  },
  {
    id: 'way',
    title: 'way',
    width: '90px',
    cell: ({ message }) => (message?.direction === 'toServer' ? '→ server' : '← server'),
  },
  { id: 'type', title: 'type', width: '100px', cell: ({ message }) => message?.type },
  {
    id: 'method',
    title: 'method',
    width: 'minmax(140px, 1fr)',
    mono: true,
    cell: ({ message }) => message?.method ?? '',
  },
  { id: 'id', title: 'id', width: '150px', mono: true, cell: ({ message }) => message?.id ?? '' },
  {
    id: 'bytes',
    title: 'size',
    width: '80px',
    align: 'end',
    cell: ({ message }) => message && formatBytes(message.bytes),
  },
];

/** Every message on the server's wire; the bytes of one are in the inspector, on demand. */
export function WireTab({ server }: { readonly server: ServerView }) {
  const { navigation } = useApp();
  const open = useOpenCapture();
  const { capture, name } = server;
  if (capture === undefined)
    return <EmptyState title="No messages yet">Connect the server first.</EmptyState>;
  if (open?.id !== capture) {
    return (
      <EmptyState title="These messages are in another capture">
        <Button onClick={() => navigation.open(capture)}>Open the capture of {name}</Button>
      </EmptyState>
    );
  }
  return <Messages capture={open} name={name} />;
}

function Messages({ capture, name }: { readonly capture: OpenCapture; readonly name: string }) {
  const { navigation, ui } = useApp();
  const selection = usePlace((place) => place.selection);
  const line = useMemo(
    () =>
      printFilter([
        { type: 'words', not: false, field: 'kind', patterns: ['mcp.message'] },
        { type: 'words', not: false, field: 'server', patterns: [name] },
      ]),
    [name],
  );
  const { list } = useFiltered(capture, line);
  return (
    <VirtualTable
      label={`Messages of ${name}`}
      columns={columns}
      count={list.count()}
      rowAt={(index) => {
        const seq = list.seqAt(index);
        return seq === undefined ? undefined : { seq, message: asMessage(capture.events.at(seq)) };
      }}
      keyOf={({ seq }) => seq}
      selected={selection?.kind === 'event' ? selection.seq : undefined}
      onSelect={({ seq }) => {
        ui.setState({ inspector: true });
        navigation.select({ kind: 'event', seq });
      }}
      follow
      empty={<EmptyState title="No messages yet" />}
    />
  );
}

const asMessage = (event: Event | undefined): EventOf<'mcp.message'> | undefined =>
  event?.kind === 'mcp.message' ? event : undefined;
