import type { ServerView } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { formatMs } from '../../frame/format.ts';
import { outcomeWord } from './outcome.ts';
import { useRequest } from './useRequest.ts';
import styles from './ServerPage.module.css';

/** Asks a connected server whether it is there, and says how long it took. */
export function PingButton({ server }: { readonly server: ServerView }) {
  const { running, answer, send } = useRequest('servers.ping');
  if (server.state !== 'ready') return null;
  return (
    <>
      <span role="status" className={styles.ping}>
        {answer === undefined ? '' : 'outcome' in answer ? said(answer) : answer.message}
      </span>
      <Button look="quiet" disabled={running} onClick={() => send({ name: server.name })}>
        Ping
      </Button>
    </>
  );
}

const said = ({ outcome, durationMs }: { outcome: Parameters<typeof outcomeWord>[0]; durationMs: number }) =>
  outcome === 'ok' ? `answered in ${formatMs(durationMs)}` : outcomeWord(outcome).word;
