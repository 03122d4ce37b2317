import { useEffect, useState } from 'react';
import type { CommandReply } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { useApp, useServers } from '../../stores/hooks.ts';
import styles from './ConsentDialog.module.css';

type Question = CommandReply<'authorization.question'>;

/** Raises the question of the first server that wants its user to sign in. */
export function SignInDialog() {
  const servers = useServers() ?? [];
  const asking = servers.find(({ authorization }) => authorization?.state === 'asks');
  return asking ? <SignIn key={asking.name} name={asking.name} /> : null;
}

/** Shows the whole address before anything opens it. It is fetched for this dialog alone and kept nowhere. */
function SignIn({ name }: { readonly name: string }) {
  const { client } = useApp();
  const [question, setQuestion] = useState<Question>();
  const [fault, setFault] = useState<Fault>();
  useEffect(() => {
    let isGone = false;
    void client.request('authorization.question', { name }).then((reply) => {
      if (isGone) return;
      if (reply.ok) setQuestion(reply.value);
      else setFault(reply.fault);
    });
    return () => {
      isGone = true;
    };
  }, [client, name]);

  const answer = async (decision: 'open' | 'decline'): Promise<void> => {
    // Where the shell cannot, the page opens the browser: at once, while the click still counts.
    if (decision === 'open' && question?.opens === false)
      window.open(question.url, '_blank', 'noopener,noreferrer');
    const reply = await client.request('authorization.answer', { name, decision });
    if (!reply.ok) setFault(reply.fault);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void answer('decline')}
      onSubmit={() => void answer('open')}
      title={`Sign in for ${name}?`}
      description="The server wants to know who you are. Your browser would open this address; Throughline waits for it to come back."
      actions={
        <>
          <Button look="quiet" onClick={() => void answer('decline')}>
            Not now
          </Button>
          <Button type="submit" look="primary" disabled={question === undefined}>
            Open in browser
          </Button>
        </>
      }
    >
      <pre className={styles.command} tabIndex={0} aria-label="Address">
        {question?.url ?? '…'}
      </pre>
      {question && (
        <KeyValue
          wide
          rows={[
            { name: 'goes to', value: new URL(question.url).host, mono: true },
            { name: 'issuer', value: question.issuer, mono: true },
            { name: 'scopes', value: question.scopes.join(' ') || 'none asked for', mono: true },
            {
              name: 'token',
              value:
                question.keeps === 'keychain'
                  ? 'kept, sealed by the keychain of this system'
                  : 'in memory until the program ends',
            },
          ]}
        />
      )}
      {fault && <ErrorBanner fault={fault} />}
    </Dialog>
  );
}
