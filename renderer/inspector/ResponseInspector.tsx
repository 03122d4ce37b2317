import { Chip } from '../components/Chip.tsx';
import { KeyValue } from '../components/KeyValue.tsx';
import { formatExact, formatMs, shortId } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { lookup } from './lookup.ts';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { ThreadLink } from './ThreadLink.tsx';

/** One answer of the model: as structure, never as text. */
export function ResponseInspector({ id }: { readonly id: string }) {
  const { threads } = useModels((models) => models.threads.version);
  const row = lookup(threads.responses, id);
  if (!row) return <Gone what="such response" />;
  const { number, state, thread, exchange, startedAt, endedAt, code, status, seq } = row;
  const items = lookup(threads.itemsOf, id) ?? [];
  return (
    <>
      <Heading
        title={`response ${number}`}
        sub={`${shortId(id)} · ${exchange}`}
        chips={<Chip tone={state === 'failed' || state === 'cut' ? 'fault' : 'exposure'}>{state}</Chip>}
      />
      <Section title="Boundaries">
        <KeyValue
          rows={[
            { name: 'started', value: `${formatExact(startedAt)} ms` },
            { name: 'ended', value: endedAt === null ? 'not yet' : `${formatExact(endedAt)} ms` },
            ...(endedAt === null ? [] : [{ name: 'took', value: formatMs(endedAt - startedAt) }]),
            ...(code === null ? [] : [{ name: 'code', value: code, mono: true }]),
            ...(status === null ? [] : [{ name: 'status', value: status }]),
            { name: 'event', value: <SelectLink to={{ kind: 'event', seq }}>{seq}</SelectLink> },
          ]}
        />
      </Section>
      <Section title="Belongs to">
        <KeyValue
          rows={[
            {
              name: 'thread',
              value: thread === null ? 'unknown' : <ThreadLink thread={thread} />,
            },
            {
              name: 'items',
              value: items.map((item) => (
                <div key={item}>
                  <SelectLink to={{ kind: 'item', id: item }}>
                    {lookup(threads.items, item)?.type ?? shortId(item)}
                  </SelectLink>
                </div>
              )),
            },
          ]}
        />
      </Section>
    </>
  );
}
