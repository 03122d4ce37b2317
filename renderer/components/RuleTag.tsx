import { factOf } from '../../shared/hosts/index.ts';
import styles from './EvidenceTag.module.css';

interface RuleTagProps {
  readonly rule: string;
  /** Steps of the fact's procedure that were walked. */
  readonly steps?: readonly string[];
}

/** A fact id; what the fact says, and how well it is known, is its tooltip. */
export function RuleTag({ rule, steps = [] }: RuleTagProps) {
  const fact = factOf(rule);
  return (
    <span className={styles.tag} data-tip={fact && `${fact.text} (${fact.grade})`}>
      {rule}
      {steps.length > 0 && `/${steps.join(',')}`}
    </span>
  );
}
