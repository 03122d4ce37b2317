import { isObject } from '../../../shared/json.ts';
import { JsonTree } from '../../components/JsonTree.tsx';
import { formatBytes } from '../../frame/format.ts';
import { ContentBlock } from './ContentBlock.tsx';
import { mediaOf } from './media.ts';
import styles from './CallResult.module.css';

/** One part of a resource. Text stays text whatever its type says; of binary data only plain pictures and sounds are drawn. */
export function ResourceContents({ contents }: { readonly contents: unknown }) {
  if (!isObject(contents)) return <JsonTree label="Contents" value={contents} />;
  const { uri, mimeType, text, blob } = contents;
  const type = typeof mimeType === 'string' ? mimeType : undefined;
  if (typeof text !== 'string' && typeof blob !== 'string')
    return <JsonTree label="Contents" value={contents} />;
  const media = typeof blob === 'string' ? mediaOf(type) : undefined;
  return (
    <div className={styles.contents}>
      <p className={styles.about}>
        <code>{typeof uri === 'string' ? uri : 'no address'}</code> {type ?? 'no type said'}
        {typeof blob === 'string' && `, ${formatBytes(bytesOf(blob))}`}
      </p>
      {typeof text === 'string' && <ContentBlock block={{ type: 'text', text }} />}
      {typeof blob === 'string' && media !== undefined && (
        <ContentBlock block={{ type: media, data: blob, mimeType: type }} />
      )}
      {typeof blob === 'string' && media === undefined && (
        <p className={styles.about}>
          Binary data; nothing here draws it. It stands in the JSON of the answer.
        </p>
      )}
    </div>
  );
}

/** How many bytes a Base64 text stands for. */
const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
