import type { ApprovalDetail, PendingApproval } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/fault.ts';
import { gradeOf } from '../../../shared/hosts/index.ts';
import { parseJson } from '../../../shared/json.ts';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { GradeTag } from '../../components/GradeTag.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { RuleTag } from '../../components/RuleTag.tsx';
import { hintsText } from './words.ts';
import styles from './Approval.module.css';

interface ApprovalBodyProps {
  readonly pending: PendingApproval;
  readonly detail: Result<ApprovalDetail> | undefined;
}

/** What the call would do: its arguments, why it is asked about, what the server says of it, what a refusal means. */
export function ApprovalBody({ pending, detail }: ApprovalBodyProps) {
  if (!detail) return <p className={styles.asker}>Reading the arguments…</p>;
  if (!detail.ok) return <ErrorBanner fault={detail.fault} />;
  const { argumentsJson, hints, ifDeclined } = detail.value;
  return (
    <>
      <JsonTree bare label="Arguments" value={parseJson(argumentsJson)} />
      <KeyValue
        wide
        rows={[
          {
            name: 'why it asks',
            value: (
              <>
                {pending.reason}{' '}
                <span className={styles.tags}>
                  {pending.rules.filter(isWholeRule).map((rule) => (
                    <RuleTag key={rule} rule={rule} />
                  ))}
                  {pending.rules.length > 0 && <GradeTag grade={gradeOf(pending.rules)} />}
                </span>
              </>
            ),
          },
          {
            name: 'server says',
            value:
              hints.length === 0 ? (
                'nothing about what it does'
              ) : (
                <>
                  {hintsText(hints)} <span className={styles.unverified}>(unverified)</span>
                </>
              ),
          },
          {
            name: 'if declined',
            value: `the ${pending.threadRole === 'view' ? 'view' : 'model'} is told "${ifDeclined}"`,
          },
        ]}
      />
    </>
  );
}

/** The steps that were walked are told in the inspector; here stands the rule that decided. */
const isWholeRule = (rule: string): boolean => !rule.includes('/');
