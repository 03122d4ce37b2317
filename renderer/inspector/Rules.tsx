import { factOf } from '../../shared/hosts/index.ts';
import { RuleTag } from '../components/RuleTag.tsx';
import { groupRules } from './groupRules.ts';
import styles from './Inspector.module.css';

/** The rules that fired, by fact id; what each says is folded below. */
export function Rules({ rules }: { readonly rules: readonly string[] }) {
  if (rules.length === 0) return null;
  const groups = groupRules(rules);
  return (
    <details className={styles.rules}>
      <summary>
        {groups.map(({ fact, steps }) => (
          <RuleTag key={fact} rule={fact} steps={steps} />
        ))}
      </summary>
      <ul className={styles.facts}>
        {groups.map(({ fact: id, steps }) => {
          const fact = factOf(id);
          return (
            <li key={id}>
              <b>{id}</b> {steps.length > 0 && `(step ${steps.join(', ')}) `}
              {fact ? `${fact.text} (${fact.grade})` : 'This version does not know the fact.'}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
