import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import type { Answer } from './words.ts';
import dialog from '../../components/Dialog.module.css';
import approval from '../approvals/Approval.module.css';

interface AnswerActionsProps {
  readonly answer: Answer;
  /** The ways to say yes. */
  readonly children: ReactNode;
}

/** Yes, no, or neither: the three answers that the protocol knows. */
export function AnswerActions({ answer, children }: AnswerActionsProps) {
  return (
    <footer className={dialog.actions}>
      {children}
      <span className={approval.space} />
      <Button data-tip="Tells the server no" onClick={() => answer({ action: 'decline' })}>
        Decline
      </Button>
      <Button
        look="quiet"
        data-tip="Tells the server that you chose neither"
        onClick={() => answer({ action: 'cancel' })}
      >
        Cancel
      </Button>
    </footer>
  );
}
