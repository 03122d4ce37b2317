import { titleOf, type AffectedHost } from '../../../shared/lint/index.ts';
import { GradeTag } from '../../components/GradeTag.tsx';
import { Rules } from '../../inspector/Rules.tsx';
import { sayAssumption } from '../../inspector/words.ts';
import styles from './Alarm.module.css';

/** Every host that an alarm holds for: what it does, how well that is known, and the facts. */
export function AlarmHosts({ hosts }: { readonly hosts: readonly AffectedHost[] }) {
  return (
    <ul className={styles.hosts} aria-label="Hosts">
      {hosts.map((host) => (
        <li key={titleOf(host)}>
          <p className={styles.host}>
            <b>{titleOf(host)}</b>
            <GradeTag grade={host.grade} assumed={host.assumed.length > 0} />
          </p>
          <p className={styles.says}>{host.says}</p>
          {host.assumed.map((code) => (
            <p key={code} className={styles.says}>
              {sayAssumption(code)}
            </p>
          ))}
          <Rules rules={host.rules} />
        </li>
      ))}
    </ul>
  );
}
