import { useState } from 'react';
import { ExternalLink } from 'lucide-react';
import type { InteractionDetail } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../inspector/CopyButton.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import { readAddress } from './address.ts';
import type { Answer } from './words.ts';
import { Message } from './Message.tsx';
import { WholeAddress } from './WholeAddress.tsx';
import approval from '../approvals/Approval.module.css';

interface UrlAnswerProps {
  readonly detail: Extract<InteractionDetail, { kind: 'url' }>;
  readonly gone: boolean;
  readonly answer: Answer;
}

/** An address that a server wants opened: shown whole, opened on a click only, fetched by nobody before. */
export function UrlAnswer({ detail, gone, answer }: UrlAnswerProps) {
  const [opened, setOpened] = useState(false);
  const { openable } = readAddress(detail.url);
  const open = (): void => {
    setOpened(true);
    // The desktop asks once more and hands it to the system's browser; a page opens a tab that knows nothing of this one.
    window.open(detail.url, '_blank', 'noopener,noreferrer');
  };
  return (
    <>
      <div className={approval.body}>
        <Message text={detail.message} />
        <WholeAddress
          url={detail.url}
          more={[
            {
              name: 'so far',
              value: opened
                ? 'You opened it. What you do there stays between you and that site.'
                : 'Nobody has opened or fetched it.',
            },
          ]}
        />
      </div>
      {!gone && (
        <AnswerActions answer={answer}>
          <Button disabled={!openable} onClick={open}>
            <ExternalLink size={13} aria-hidden /> Open in the browser
          </Button>
          <CopyButton label="Copy" text={() => detail.url} />
          <Button
            data-tip="Tells the server that you agree to go there, not what you do there"
            onClick={() => answer({ action: 'accept' })}
          >
            Accept
          </Button>
        </AnswerActions>
      )}
    </>
  );
}
