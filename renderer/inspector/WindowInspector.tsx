import { KeyValue } from '../components/KeyValue.tsx';
import { Chip } from '../components/Chip.tsx';
import { formatExact, formatMs, shortId } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { lookup } from './lookup.ts';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { ThreadLink } from './ThreadLink.tsx';

/** An execution window: from the first item that can carry a call to the request that carries its output. */
export function WindowInspector({ id }: { readonly id: string }) {
  const { threads } = useModels((models) => models.threads.version);
  const row = lookup(threads.windows, id);
  if (!row) return <Gone what={`window ${id}`} />;
  const { thread, response, reach, openedAt, closedAt, expiredFor, seq } = row;
  return (
    <>
      <Heading
        title={id}
        sub="execution window"
        chips={<Chip tone="discovery">{closedAt === null ? 'open' : formatMs(closedAt - openedAt)}</Chip>}
      />
      <Section title="Boundaries">
        <KeyValue
          rows={[
            { name: 'opened', value: `${formatExact(openedAt)} ms` },
            { name: 'closed', value: closedAt === null ? 'not yet' : `${formatExact(closedAt)} ms` },
            { name: 'event', value: <SelectLink to={{ kind: 'event', seq }}>{seq}</SelectLink> },
          ]}
        />
      </Section>
      <Section title="Belongs to">
        <KeyValue
          rows={[
            {
              name: 'thread',
              value: <ThreadLink thread={thread} />,
              mono: true,
            },
            {
              name: 'response',
              value: <SelectLink to={{ kind: 'response', id: response }}>{shortId(response)}</SelectLink>,
              mono: true,
            },
            {
              name: 'reaches',
              value:
                reach.kind === 'any'
                  ? 'any tool: code runs in it'
                  : reach.routes.map(({ server, tool }) => (
                      <div key={`${server} ${tool}`}>
                        <SelectLink to={{ kind: 'tool', server, tool }}>{`${server} · ${tool}`}</SelectLink>
                      </div>
                    )),
            },
            ...(expiredFor.length === 0
              ? []
              : [{ name: 'too late for', value: expiredFor.join(', '), mono: true }]),
          ]}
        />
      </Section>
    </>
  );
}
