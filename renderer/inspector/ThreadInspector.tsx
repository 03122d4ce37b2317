import { Chip } from '../components/Chip.tsx';
import { KeyValue } from '../components/KeyValue.tsx';
import { formatExact, shortId } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { ThreadLink } from './ThreadLink.tsx';
import { lookup } from './lookup.ts';

/** A thread: how it is known, who its parent is, what belongs to it. */
export function ThreadInspector({ id }: { readonly id: string }) {
  const { threads } = useModels((models) => models.threads.version);
  const thread = lookup(threads.threads, id);
  if (!thread) return <Gone what="such thread" />;
  const { parent, parentEvidence, role, evidence, openedAt, seq } = thread;
  return (
    <>
      <Heading title={shortId(id)} sub={`${role} thread`} chips={<Chip tone="exposure">{role}</Chip>} />
      <Section title="Identity" evidence={evidence}>
        <KeyValue
          rows={[
            { name: 'id', value: id, mono: true },
            {
              name: 'parent',
              value: parent === null ? 'none is known' : <ThreadLink thread={parent} />,
            },
            ...(parentEvidence === null ? [] : [{ name: 'parent is', value: parentEvidence }]),
            {
              name: 'first seen',
              value: <SelectLink to={{ kind: 'event', seq }}>{`+${formatExact(openedAt)} ms`}</SelectLink>,
            },
          ]}
        />
      </Section>
      <Section title="Belongs to it">
        <KeyValue
          rows={[
            { name: 'responses', value: lookup(threads.responsesOf, id)?.length ?? 0 },
            { name: 'windows', value: lookup(threads.windowsOf, id)?.length ?? 0 },
            {
              name: 'calls',
              value: (lookup(threads.callsOf, id) ?? []).map((call) => (
                <div key={call}>
                  <SelectLink to={{ kind: 'call', id: call }}>{call}</SelectLink>
                </div>
              )),
            },
          ]}
        />
      </Section>
    </>
  );
}
