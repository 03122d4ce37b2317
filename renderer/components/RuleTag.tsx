import { factOf } from '../../shared/hosts/index.ts';
import styles from './EvidenceTag.module.css';

interface RuleTagProps {
  readonly rule: string;
  /** Steps of the fact's procedure that were walked. */
  readonly steps?: readonly string[];
}

/** A fact id; what the fact says is its tooltip. */
export function RuleTag({ rule, steps = [] }: RuleTagProps) {
  return (
    <span className={styles.tag} data-tip={factOf(rule)?.text}>
      {rule}
      {steps.length > 0 && `/${steps.join(',')}`}
    </span>
  );
}
