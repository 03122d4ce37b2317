import type { ReactNode } from 'react';
import styles from './EvidenceTag.module.css';

/** A small frame around a short word, such as a fact id or a count. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
