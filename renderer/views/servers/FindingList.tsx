import type { WireFinding } from '../../../shared/contract.ts';
import { findingText } from '../../../shared/findings.ts';
import { Chip } from '../../components/Chip.tsx';
import styles from './FindingList.module.css';

interface FindingListProps {
  readonly findings: readonly WireFinding[];
  readonly label: string;
}

/** What is wrong, where, and what to do about it. */
export function FindingList({ findings, label }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label}>
      {findings.map(({ code, severity, tool, pointer }, at) => {
        const text = findingText(code);
        return (
          <li key={at} className={styles.row}>
            <Chip tone={severity === 'error' ? 'fault' : severity === 'warning' ? 'approval' : 'none'}>
              {severity}
            </Chip>
            <div className={styles.words}>
              <p>
                {text?.says ?? code}
                {tool !== undefined && (
                  <>
                    {' '}
                    <code>{tool}</code>
                  </>
                )}
                {pointer !== undefined && pointer !== '' && (
                  <>
                    {' '}
                    <code>{pointer}</code>
                  </>
                )}
              </p>
              {text && <p className={styles.remedy}>{text.remedy}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
