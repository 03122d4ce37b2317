import type { ClientOffer } from '../../../shared/contract.ts';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useShapes } from '../../stores/runs.ts';
import { RunCalls } from './RunCalls.tsx';
import { RunProgress } from './RunProgress.tsx';
import { RunThreads } from './RunThreads.tsx';
import { RunVerdict } from './RunVerdict.tsx';
import type { ClientRun } from './rows.ts';
import styles from './RunTab.module.css';

interface RunTabProps {
  readonly run: ClientRun;
  readonly offer: ClientOffer;
}

/** One run: how far it is, or what it came to, its threads and its calls. */
export function RunTab({ run, offer }: RunTabProps) {
  const shapes = useShapes(run.live ? undefined : run.capture);
  if (run.live) return <RunProgress run={run} offer={offer} />;
  const document = shapes?.ok === true ? shapes.value : undefined;
  return (
    <div className={styles.page}>
      {shapes?.ok === false && <ErrorBanner fault={shapes.fault} />}
      {document && (
        <>
          <RunVerdict run={run} document={document} />
          <RunThreads document={document} capture={run.capture} />
          <RunCalls document={document} capture={run.capture} />
        </>
      )}
    </div>
  );
}
