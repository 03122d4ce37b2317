import { useId, useMemo, useState } from 'react';
import type { InteractionDetail } from '../../../shared/contract.ts';
import { parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { ArgumentsEditor } from '../../form/ArgumentsEditor.tsx';
import { defaultsOf } from '../../form/defaults.ts';
import { argumentsJsonOf, withValue } from '../../form/draft.ts';
import { AnswerActions } from './AnswerActions.tsx';
import type { Answer } from './words.ts';
import { Message } from './Message.tsx';
import approval from '../approvals/Approval.module.css';
import styles from './Interactions.module.css';

interface FormAnswerProps {
  readonly detail: Extract<InteractionDetail, { kind: 'form' }>;
  readonly gone: boolean;
  readonly answer: Answer;
}

const words = {
  form: 'Answer as a form',
  json: 'Answer as JSON',
  none: 'Nothing written: an empty answer is sent.',
};

/** A form that a server made. What it holds goes to the server when it is sent, and nowhere else. */
export function FormAnswer({ detail, gone, answer }: FormAnswerProps) {
  const reason = useId();
  const schema = useMemo(() => parseJson(detail.schemaJson), [detail.schemaJson]);
  // Revision 2025-11-25, client/elicitation: a client that supports defaults fills them in beforehand.
  const [draft, setDraft] = useState(() => withValue(defaultsOf(schema)));
  const send = (): void => {
    const contentJson = argumentsJsonOf(draft);
    answer({ action: 'accept', ...(contentJson === undefined ? {} : { contentJson }) });
  };
  return (
    <>
      <div className={approval.body}>
        <Message text={detail.message} />
        <ArgumentsEditor schema={schema} draft={draft} disabled={gone} words={words} onChange={setDraft} />
      </div>
      {!gone && (
        <AnswerActions answer={answer}>
          <Button
            look="primary"
            disabled={draft.fault !== undefined}
            aria-describedby={draft.fault && reason}
            onClick={send}
          >
            Send answer
          </Button>
          {draft.fault && (
            <span id={reason} className={styles.reason}>
              The JSON is not valid, so there is nothing to send.
            </span>
          )}
        </AnswerActions>
      )}
    </>
  );
}
