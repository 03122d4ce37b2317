import { factOf } from '../../shared/hosts/index.ts';
import { RuleTag } from '../components/RuleTag.tsx';
import styles from './Inspector.module.css';

/** The rules that fired, by fact id, each with what it says. */
export function Rules({ rules }: { readonly rules: readonly string[] }) {
  if (rules.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {rules.map((rule) => (
        <li key={rule} className={styles.fact}>
          <span>
            <RuleTag rule={rule} />
          </span>
          <span>{factOf(rule)?.text}</span>
        </li>
      ))}
    </ul>
  );
}
