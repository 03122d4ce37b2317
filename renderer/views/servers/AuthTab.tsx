import { clsx } from 'clsx';
import { authStepWords } from '../../../shared/auth-names.ts';
import type { AuthStep, AuthorizationView, ServerView } from '../../../shared/contract.ts';
import { findingText } from '../../../shared/findings.ts';
import { Button } from '../../components/Button.tsx';
import { Chip, type ChipTone } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { formatMs } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import styles from './AuthTab.module.css';

/** How the authorization of a server stands, hop by hop. */
export function AuthTab({ server }: { readonly server: ServerView }) {
  const app = useApp();
  const { name, authorization } = server;
  const forget = (
    <Button onClick={() => void app.ask('authorization.forget', { name })}>Forget tokens</Button>
  );
  if (authorization === undefined || authorization.steps.length === 0) {
    return (
      <EmptyState title="No hops">
        <p>The server has not asked for authorization since Throughline was started.</p>
        {forget}
      </EmptyState>
    );
  }
  const { tone, word } = authWord(authorization.state);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Chip tone={tone}>{word}</Chip>
        <span className={styles.facts}>
          {[authorization.host, authorization.scopes.join(' ')].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.space} />
        {forget}
      </header>
      <ol className={styles.steps} aria-label="Hops of the authorization">
        {authorization.steps.map((step, at) => (
          <Step key={at} step={step} />
        ))}
      </ol>
    </div>
  );
}

function Step({ step }: { readonly step: AuthStep }) {
  const { way, method, place, status, durationMs, sent, answered, others, findings, fault } = step;
  return (
    <li className={styles.step}>
      <span
        aria-hidden
        className={clsx(styles.number, fault ? styles.failed : findings.length > 0 ? styles.odd : undefined)}
      />
      <div className={styles.body}>
        <p className={styles.line}>
          <span className={styles.title}>{authStepWords[step.step]}</span>
          <span className={styles.facts}>
            {[way, status && `HTTP ${status}`, formatMs(durationMs)].filter(Boolean).join(' · ')}
          </span>
        </p>
        {place !== undefined && (
          <code className={styles.place}>{[method, place].filter(Boolean).join(' ')}</code>
        )}
        <Names label="sent" names={sent} />
        <Names label="answered" names={answered} />
        {others > 0 && <p className={styles.facts}>and {others} that no specification defines</p>}
        {findings.map((code) => (
          <div key={code}>
            <p>{findingText(code)?.says ?? code}</p>
            <p className={styles.remedy}>{findingText(code)?.remedy}</p>
          </div>
        ))}
        {fault && (
          <div>
            <p className={styles.trouble}>{[fault.message, fault.cause].filter(Boolean).join(' ')}</p>
            {fault.next !== undefined && <p className={styles.remedy}>{fault.next}</p>}
          </div>
        )}
      </div>
    </li>
  );
}

/** Names only: there are no values to show. */
function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={styles.names}>
      <span>{label}</span>
      <span className={styles.list}>
        {names.map((name) => (
          <code key={name}>{name}</code>
        ))}
      </span>
    </p>
  );
}

function authWord(state: AuthorizationView['state']): { readonly tone: ChipTone; readonly word: string } {
  switch (state) {
    case 'asks':
      return { tone: 'approval', word: 'waits for your word' };
    case 'waits':
      return { tone: 'approval', word: 'waits for the browser' };
    case 'works':
      return { tone: 'discovery', word: 'under way' };
    case 'authorized':
      return { tone: 'execution', word: 'authorized' };
    case 'failed':
      return { tone: 'fault', word: 'failed' };
    case 'none':
      return { tone: 'none', word: 'not asked for' };
  }
}
