import { useStore } from 'zustand';
import type { Event } from '../../shared/event.ts';
import { JsonTree } from '../components/JsonTree.tsx';
import { KeyValue } from '../components/KeyValue.tsx';
import { EvidenceTag } from '../components/EvidenceTag.tsx';
import { formatExact } from '../frame/format.ts';
import type { OpenCapture } from '../stores/capture.ts';
import { useOpenCapture } from '../stores/hooks.ts';
import { CopyButton } from './CopyButton.tsx';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { PayloadView } from './PayloadView.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { related } from './related.ts';
import styles from './Inspector.module.css';

/** One fact as it was recorded, and the way to what it is about. */
export function EventInspector({ seq }: { readonly seq: number }) {
  const capture = useOpenCapture();
  return capture ? <Loaded capture={capture} seq={seq} /> : <Gone what={`event ${seq}`} />;
}

function Loaded({ capture, seq }: { readonly capture: OpenCapture; readonly seq: number }) {
  const event = useStore(capture.store, () => capture.events.at(seq));
  if (!event) {
    return seq < capture.events.count() ? (
      <p className={styles.hint}>Reading…</p>
    ) : (
      <Gone what={`event ${seq}`} />
    );
  }
  return <Story event={event} />;
}

function Story({ event }: { readonly event: Event }) {
  const links = related(event);
  return (
    <>
      <Heading
        title={event.kind}
        sub={`event ${event.seq} · ${event.source}`}
        chips={<EvidenceTag evidence={event.evidence} />}
      />
      <Section title="When">
        <KeyValue
          rows={[
            { name: 'at', value: `${formatExact(event.t)} ms` },
            ...(event.clockUncertainty === undefined
              ? []
              : [{ name: 'clock', value: `±${event.clockUncertainty} ms` }]),
          ]}
        />
      </Section>
      {links.length > 0 && (
        <Section title="About">
          <KeyValue
            rows={links.map(({ name, text, selection }) => ({
              name,
              value: <SelectLink to={selection}>{text}</SelectLink>,
              mono: true,
            }))}
          />
        </Section>
      )}
      <Section title="Facts">
        <JsonTree label="Facts" value={event} />
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(event, null, 2)} />
      </Section>
      {event.kind === 'mcp.message' && <PayloadView title="Bytes" seq={event.seq} />}
    </>
  );
}
