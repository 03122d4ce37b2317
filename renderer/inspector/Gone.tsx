import { Button } from '../components/Button.tsx';
import { useApp, useOpenCapture, usePlace, useServers } from '../stores/hooks.ts';
import styles from './Inspector.module.css';

interface GoneProps {
  readonly what: string;
  /** The server it belongs to: its capture is the one to open. */
  readonly server?: string;
}

/** Stands for something that a link names and the open capture does not hold. */
export function Gone({ what, server }: GoneProps) {
  const { navigation } = useApp();
  const open = useOpenCapture();
  const capture = useServers()?.find(({ name }) => name === server)?.capture;
  const place = usePlace((current) => current);
  if (capture === undefined || capture === open?.id)
    return <p className={styles.hint}>This capture has no {what}. Open the capture it was seen in.</p>;
  return (
    <>
      <p className={styles.hint}>This capture has no {what}.</p>
      <div className={styles.open}>
        <Button onClick={() => navigation.go({ ...place, capture })}>Open the capture of {server}</Button>
      </div>
    </>
  );
}
