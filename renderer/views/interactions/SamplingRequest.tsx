import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { ContentBlock } from '../servers/ContentBlock.tsx';
import { readSampling } from './sampling.ts';
import styles from './Interactions.module.css';

/** What the model would be told, as text and as it came. */
export function SamplingRequest({ params }: { readonly params: unknown }) {
  const [raw, setRaw] = useState(false);
  const { system, messages, rows } = readSampling(params);
  return (
    <section className={styles.request} aria-label="What the model would be told">
      <header className={styles.line}>
        <h3 className={styles.caption}>What the model would be told (unverified)</h3>
        <Button look="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? 'As messages' : 'As JSON'}
        </Button>
      </header>
      {raw ? (
        <JsonTree bare label="The request as JSON" value={params} />
      ) : (
        <>
          {system !== undefined && (
            <div className={styles.message}>
              <b className={styles.role}>system</b>
              <ContentBlock block={{ type: 'text', text: system }} />
            </div>
          )}
          {messages.map(({ role, blocks }, at) => (
            <div key={at} className={styles.message}>
              <b className={styles.role}>{role}</b>
              {blocks.map((block, index) => (
                <ContentBlock key={index} block={block} />
              ))}
            </div>
          ))}
          <KeyValue wide rows={rows} />
        </>
      )}
    </section>
  );
}
