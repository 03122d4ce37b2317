import { useState } from 'react';
import type { Payload, PayloadRef } from '../../shared/contract.ts';
import { parseJson } from '../../shared/json.ts';
import { Button } from '../components/Button.tsx';
import { JsonTree } from '../components/JsonTree.tsx';
import { formatBytes } from '../frame/format.ts';
import { useApp, useOpenCapture } from '../stores/hooks.ts';
import { Section } from './Section.tsx';
import styles from './Inspector.module.css';

type PayloadViewProps = { readonly title: string } & (
  | { readonly call: string; readonly part: 'arguments' | 'result' }
  | { readonly seq: number }
);

/** What the runtime still holds in memory of a call or a message; fetched only when asked for. */
export function PayloadView(props: PayloadViewProps) {
  const { title } = props;
  const app = useApp();
  const capture = useOpenCapture()?.id;
  const key = `${capture}/${'seq' in props ? props.seq : `${props.call}/${props.part}`}`;
  const [shown, setShown] = useState<{ key: string; payload: Payload }>();
  const fetch = async (): Promise<void> => {
    if (capture === undefined) return;
    const ref: PayloadRef =
      'seq' in props ? { capture, seq: props.seq } : { capture, call: props.call, part: props.part };
    const reply = await app.ask('payload.get', ref);
    if (reply.ok) setShown({ key, payload: reply.value });
  };
  return (
    <Section title={title}>
      {shown?.key === key ? (
        <Content title={title} payload={shown.payload} />
      ) : (
        <Button onClick={() => void fetch()}>Show {title.toLowerCase()}</Button>
      )}
    </Section>
  );
}

function Content({ title, payload }: { readonly title: string; readonly payload: Payload }) {
  switch (payload.state) {
    case 'never':
      return <p className={styles.text}>Not kept. They stay in memory only, while the capture is live.</p>;
    case 'evicted':
      return (
        <p className={styles.text}>
          No longer in memory: {formatBytes(payload.bytes)} made room for newer ones.
        </p>
      );
    case 'kept':
      return (
        <>
          <JsonTree label={title} value={readable(payload.text)} />
          <p className={styles.text}>
            {formatBytes(payload.bytes)}
            {payload.truncated ? ', cut' : ''}
          </p>
        </>
      );
  }
}

/** JSON as a tree, anything else as the text it is. */
function readable(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
