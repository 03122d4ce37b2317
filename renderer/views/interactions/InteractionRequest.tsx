import { useRef, useState } from 'react';
import { clsx } from 'clsx';
import { Dialog as Primitive } from 'radix-ui';
import type { InteractionDetail, PendingInteraction } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useApp } from '../../stores/hooks.ts';
import { ApprovalHead } from '../approvals/ApprovalHead.tsx';
import { FormAnswer } from './FormAnswer.tsx';
import { SamplingAnswer } from './SamplingAnswer.tsx';
import { UrlAnswer } from './UrlAnswer.tsx';
import { useDetail } from './useDetail.ts';
import { askedText, duringText, type Answer } from './words.ts';
import dialog from '../../components/Dialog.module.css';
import approval from '../approvals/Approval.module.css';

interface InteractionRequestProps {
  readonly pending: PendingInteraction;
  readonly place: number;
  readonly count: number;
  readonly onLater: () => void;
  readonly onNext: () => void;
}

/** One thing that a server asks of its user. Nothing is answered, opened or fetched before the user says so. */
export function InteractionRequest({ pending, place, count, onLater, onNext }: InteractionRequestProps) {
  const { client } = useApp();
  const detail = useDetail(pending);
  const [fault, setFault] = useState<Fault>();
  const card = useRef<HTMLDivElement>(null);

  const answer: Answer = (given) => {
    const { capture, interaction } = pending;
    void (async () => {
      const reply = await client.request('interaction.answer', { capture, interaction, ...given });
      setFault(reply.ok ? undefined : reply.fault);
    })();
  };

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onLater()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialog.veil} />
        <Primitive.Content
          ref={card}
          className={clsx(dialog.dialog, pending.kind !== 'url' && dialog.wide)}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            card.current?.focus();
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={approval.head}>
            <ApprovalHead pending={pending} place={place} count={count} onNext={onNext} />
            <Primitive.Title className={approval.question}>{askedText(pending)}</Primitive.Title>
            <Primitive.Description className={approval.asker}>{duringText(pending)}</Primitive.Description>
          </div>
          {fault && (
            <div className={approval.body}>
              <ErrorBanner fault={fault} />
            </div>
          )}
          {detail === undefined && <p className={approval.body}>Reading what is asked…</p>}
          {detail?.ok === false && (
            <div className={approval.body}>
              <ErrorBanner fault={detail.fault} />
            </div>
          )}
          {detail?.ok === true && <Body detail={detail.value} gone={pending.gone} answer={answer} />}
          {pending.gone && (
            <footer className={dialog.actions}>
              <p className={approval.gone}>The server took this back. The request closes itself.</p>
              <Button onClick={onLater}>Close</Button>
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface BodyProps {
  readonly detail: InteractionDetail;
  readonly gone: boolean;
  readonly answer: Answer;
}

function Body({ detail, gone, answer }: BodyProps) {
  switch (detail.kind) {
    case 'form':
      return <FormAnswer detail={detail} gone={gone} answer={answer} />;
    case 'url':
      return <UrlAnswer detail={detail} gone={gone} answer={answer} />;
    case 'sampling':
      return <SamplingAnswer paramsJson={detail.paramsJson} gone={gone} answer={answer} />;
  }
}
