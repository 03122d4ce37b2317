import styles from './Inspector.module.css';

/** Stands for something that a link names and the open capture does not hold. */
export function Gone({ what }: { readonly what: string }) {
  return <p className={styles.hint}>This capture has no {what}. Open the capture it was seen in.</p>;
}
