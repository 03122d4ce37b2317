import styles from './Interactions.module.css';

/** What a server says to the user: its own words, as text, told apart from ours. */
export function Message({ text }: { readonly text: string }) {
  return (
    <figure className={styles.says}>
      <figcaption className={styles.caption}>The server says (unverified)</figcaption>
      <blockquote className={styles.words} tabIndex={0} aria-label="What the server says">
        {text === '' ? 'nothing' : text}
      </blockquote>
    </figure>
  );
}
