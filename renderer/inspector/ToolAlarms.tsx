import { routeKey } from '../../shared/hosts/index.ts';
import { titleOf } from '../../shared/lint/index.ts';
import { GradeTag } from '../components/GradeTag.tsx';
import { SeverityChip } from '../components/SeverityChip.tsx';
import { useLint } from '../stores/lint.ts';
import { Section } from './Section.tsx';
import styles from './Loss.module.css';

/** What the lint says of one tool. */
export function ToolAlarms({ server, tool }: { readonly server: string; readonly tool: string }) {
  const { byTool } = useLint();
  const alarms = byTool.get(routeKey({ server, tool })) ?? [];
  if (alarms.length === 0) return null;
  return (
    <Section title="Lint: what hosts do to it" evidence="derived">
      <ul className={styles.alarms}>
        {alarms.map(({ code, severity, message, remedy, grade, hosts }) => (
          <li key={code}>
            <p className={styles.alarm}>
              <SeverityChip severity={severity} />
              <code>{code}</code>
              <GradeTag grade={grade} />
            </p>
            <p>{message}</p>
            <p className={styles.note}>{hosts.map(titleOf).join(', ')}</p>
            <p className={styles.note}>{remedy}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
