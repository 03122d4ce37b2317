import { useEffect, useState } from 'react';
import { pipelineCounts } from '../../shared/model/pipeline-view.ts';
import { serversReady } from '../../shared/model/servers.ts';
import { useModels, useOpenCapture, useOpenSummary } from '../stores/hooks.ts';
import { formatCount, plural } from './format.ts';
import styles from './StatusBar.module.css';

/** The state of the open capture in one line. */
export function StatusBar() {
  const { servers, pipeline, threads, status } = useModels(
    (models) =>
      `${models.servers.version}/${models.pipeline.version}/${models.threads.threads.size}/${models.status.dropped}`,
  );
  const { dropped, clockUncertainty } = status;
  const perSecond = useEventRate();
  const live = useOpenSummary()?.live === true;
  return (
    <footer className={styles.bar} aria-label="Status">
      {/* In a capture that has ended nothing is ready any more; it says how many there were. */}
      <span>
        {live ? `${plural(serversReady(servers), 'server')} ready` : plural(servers.rows.size, 'server')}
      </span>
      <span>{plural(pipelineCounts(pipeline, null).discovery, 'tool')}</span>
      <span>{plural(threads.threads.size, 'thread')}</span>
      <span>{formatCount(perSecond)} events/s</span>
      <span className={styles.space} />
      <span className={dropped > 0 ? styles.fault : undefined}>{formatCount(dropped)} dropped</span>
      <span>clock ±{clockUncertainty.toFixed(2)} ms</span>
      <span data-tip="Arguments and results stay in memory only; no capture or export holds them.">
        payloads not kept
      </span>
    </footer>
  );
}

/** Looked at once a second, so that it falls to zero when nothing comes any more. */
function useEventRate(): number {
  const capture = useOpenCapture();
  const [perSecond, setPerSecond] = useState(0);
  useEffect(() => {
    const look = (): void => setPerSecond(capture?.rate.perSecond(performance.now()) ?? 0);
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [capture]);
  return perSecond;
}
