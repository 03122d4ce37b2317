import type { Carrier } from '../../shared/event.ts';
import { KeyValue } from '../components/KeyValue.tsx';
import { formatExact, shortId } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { lookup } from './lookup.ts';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { ThreadLink } from './ThreadLink.tsx';

/** One output item of a response, and what it can lead to on the MCP wire. */
export function ItemInspector({ id }: { readonly id: string }) {
  const { threads } = useModels((models) => models.threads.version);
  const row = lookup(threads.items, id);
  if (!row) return <Gone what="such item" />;
  const { type, carrier, response, thread, at, carriedAt, seq } = row;
  return (
    <>
      <Heading title={type} sub={shortId(id)} />
      <Section title="Can lead to">{<Carries carrier={carrier} />}</Section>
      <Section title="Boundaries">
        <KeyValue
          rows={[
            { name: 'complete', value: `${formatExact(at)} ms` },
            { name: 'output sent', value: carriedAt === null ? 'not seen' : `${formatExact(carriedAt)} ms` },
            { name: 'event', value: <SelectLink to={{ kind: 'event', seq }}>{seq}</SelectLink> },
          ]}
        />
      </Section>
      <Section title="Belongs to">
        <KeyValue
          rows={[
            {
              name: 'response',
              value:
                response === null ? (
                  'unknown'
                ) : (
                  <SelectLink to={{ kind: 'response', id: response }}>{shortId(response)}</SelectLink>
                ),
            },
            {
              name: 'thread',
              value: thread === null ? 'unknown' : <ThreadLink thread={thread} />,
            },
          ]}
        />
      </Section>
    </>
  );
}

function Carries({ carrier }: { readonly carrier: Carrier }) {
  switch (carrier.kind) {
    case 'tool':
      return (
        <SelectLink to={{ kind: 'tool', server: carrier.route.server, tool: carrier.route.tool }}>
          {`${carrier.route.server} · ${carrier.route.tool}`}
        </SelectLink>
      );
    case 'exec':
      return <p>Any tool: a program runs in it.</p>;
    case 'envelope':
      return <p>{carrier.name}, a tool of the client itself.</p>;
    case 'none':
      return <p>No call.</p>;
  }
}
