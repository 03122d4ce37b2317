import styles from './Brand.module.css';

/** The name of the program with its glyph: a line that passes through. */
export function Brand() {
  return (
    <div className={styles.brand}>
      <svg
        width="18"
        height="18"
        viewBox="0 0 18 18"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden
      >
        <path className={styles.through} d="M1.5 5h4c3 0 3 8 6 8h5" />
        <path className={styles.beside} d="M1.5 13h3M13 5h3.5" />
      </svg>
      <span className={styles.name}>Throughline</span>
    </div>
  );
}
