import { isObject } from '../../../shared/json.ts';
import { JsonTree } from '../../components/JsonTree.tsx';
import styles from './CallResult.module.css';

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const sounds = new Set(['audio/wav', 'audio/x-wav', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/mp4']);
const LONG = 20_000;

/** One block of a result's content. Text stays text, whatever markup it holds. */
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
  if (typeof data === 'string' && typeof mimeType === 'string') {
    const source = `data:${mimeType};base64,${data}`;
    if (type === 'image' && pictures.has(mimeType))
      return <img className={styles.image} alt="Result" src={source} />;
    if (type === 'audio' && sounds.has(mimeType))
      return <audio className={styles.audio} controls src={source} />;
  }
  return <JsonTree label={typeof type === 'string' ? type : 'Content'} value={block} />;
}
