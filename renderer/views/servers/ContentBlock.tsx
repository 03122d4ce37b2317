import { isObject } from '../../../shared/json.ts';
import { JsonTree } from '../../components/JsonTree.tsx';
import { mediaOf } from './media.ts';
import styles from './CallResult.module.css';

const LONG = 20_000;

/** One block of a result's content. Text stays text, whatever markup it holds; a link is shown, not followed. */
export function ContentBlock({ block }: { readonly block: unknown }) {
  if (!isObject(block)) return <JsonTree label="Content" value={block} />;
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string' && text.length <= LONG) {
    return (
      <pre className={styles.text} tabIndex={0} aria-label="Text">
        {text}
      </pre>
    );
  }
  if (typeof data === 'string' && typeof mimeType === 'string' && mediaOf(mimeType) === type) {
    const source = `data:${mimeType};base64,${data}`;
    if (type === 'image') return <img className={styles.image} alt="Result" src={source} />;
    if (type === 'audio') return <audio className={styles.audio} controls src={source} />;
  }
  return <JsonTree label={typeof type === 'string' ? type : 'Content'} value={block} />;
}
