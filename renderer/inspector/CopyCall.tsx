import type { CallRow } from '../../shared/model/index.ts';
import { useApp, useOpenCapture } from '../stores/hooks.ts';
import { callCommand } from './commandLine.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './Inspector.module.css';

/** A call as something to paste: a command that makes it again, or its row. */
export function CopyCall({ call }: { readonly call: CallRow }) {
  const { client } = useApp();
  const capture = useOpenCapture()?.id;
  const command = async (): Promise<string> => {
    const kept =
      capture === undefined
        ? undefined
        : await client.request('payload.get', { capture, call: call.call, part: 'arguments' });
    const known = kept?.ok === true && kept.value.state === 'kept' && !kept.value.truncated;
    return callCommand(call.server, call.tool, known ? kept.value.text : undefined);
  };
  return (
    <div className={styles.copy}>
      <CopyButton label="Copy as command line" text={command} />
      <CopyButton label="Copy row as JSON" text={() => JSON.stringify(call, null, 2)} />
    </div>
  );
}
