import { useRef, useState } from 'react';
import { Dialog as Primitive } from 'radix-ui';
import type { ApprovalAnswer, PendingApproval } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import type { Fault } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';
import { ApprovalActions } from './ApprovalActions.tsx';
import { ApprovalBody } from './ApprovalBody.tsx';
import { ApprovalHead } from './ApprovalHead.tsx';
import { DeclineStep } from './DeclineStep.tsx';
import { EditStep } from './EditStep.tsx';
import { useDetail } from './useDetail.ts';
import { askerText } from './words.ts';
import dialog from '../../components/Dialog.module.css';
import styles from './Approval.module.css';

interface ApprovalRequestProps {
  readonly pending: PendingApproval;
  readonly place: number;
  readonly count: number;
  readonly onLater: () => void;
  readonly onNext: () => void;
}

type Step = 'ask' | 'decline' | 'edit';

/** One call that may or may not go on. Nothing is chosen beforehand for a tool that can destroy. */
export function ApprovalRequest({ pending, place, count, onLater, onNext }: ApprovalRequestProps) {
  const app = useApp();
  const detail = useDetail(pending);
  const [step, setStep] = useState<Step>('ask');
  const [fault, setFault] = useState<Fault>();
  const allow = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLDivElement>(null);

  const decide = async (answer: Omit<ApprovalAnswer, 'capture' | 'approval'>): Promise<void> => {
    const { capture, approval } = pending;
    const reply = await app.client.request('approval.decide', { capture, approval, ...answer });
    setFault(reply.ok ? undefined : reply.fault);
  };

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onLater()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialog.veil} />
        <Primitive.Content
          ref={card}
          className={dialog.dialog}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (pending.destructive ? card : allow).current?.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (step === 'ask' || pending.gone) return;
            event.preventDefault();
            setStep('ask');
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className={styles.head}>
            <ApprovalHead pending={pending} place={place} count={count} onNext={onNext} />
            <Primitive.Title className={styles.question}>
              Let {pending.client} call <code>{pending.tool}</code> on <code>{pending.server}</code>?
            </Primitive.Title>
            <Primitive.Description className={styles.asker}>{askerText(pending)}</Primitive.Description>
          </div>
          <div className={styles.body}>
            {fault && <ErrorBanner fault={fault} />}
            {step === 'ask' && <ApprovalBody pending={pending} detail={detail} />}
            {step === 'decline' && (
              <DeclineStep
                onBack={() => setStep('ask')}
                onDecline={(message) =>
                  void decide({ decision: 'decline', ...(message === '' ? {} : { message }) })
                }
              />
            )}
            {step === 'edit' && detail?.ok === true && (
              <EditStep
                argumentsJson={detail.value.argumentsJson}
                onBack={() => setStep('ask')}
                onAllow={(editedArgumentsJson) => void decide({ decision: 'accept', editedArgumentsJson })}
              />
            )}
          </div>
          {pending.gone ? (
            <footer className={dialog.actions}>
              <p className={styles.gone}>The caller gave up. This request closes itself.</p>
              <Button onClick={onLater}>Close</Button>
            </footer>
          ) : (
            step === 'ask' && (
              <ApprovalActions
                offers={pending.offers}
                allowRef={allow}
                canEdit={detail?.ok === true}
                onDecide={(decision) => void decide({ decision })}
                onDecline={() => setStep('decline')}
                onEdit={() => setStep('edit')}
              />
            )
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
