import { factOf } from '../../shared/hosts/index.ts';
import styles from './EvidenceTag.module.css';

/** A fact id; what the fact says is its tooltip. */
export function RuleTag({ rule }: { readonly rule: string }) {
  return (
    <span className={styles.tag} data-tip={factOf(rule)?.text}>
      {rule}
    </span>
  );
}
