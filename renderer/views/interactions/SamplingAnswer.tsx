import { useId, useMemo, useState } from 'react';
import { parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Field } from '../../components/Field.tsx';
import { TextArea } from '../../components/TextArea.tsx';
import { withText, withValue } from '../../form/draft.ts';
import { JsonEditor } from '../../form/JsonEditor.tsx';
import { AnswerActions } from './AnswerActions.tsx';
import type { Answer } from './words.ts';
import { fakeResult, resultText, textResult } from './sampling.ts';
import { SamplingRequest } from './SamplingRequest.tsx';
import approval from '../approvals/Approval.module.css';
import form from '../../form/form.module.css';
import styles from './Interactions.module.css';

interface SamplingAnswerProps {
  readonly paramsJson: string;
  readonly gone: boolean;
  readonly answer: Answer;
}

/** A message that a server wants of a model: the user writes it, or lets the fake model write it, reads it and sends it. */
export function SamplingAnswer({ paramsJson, gone, answer }: SamplingAnswerProps) {
  const reason = useId();
  const params = useMemo(() => parseJson(paramsJson), [paramsJson]);
  const [draft, setDraft] = useState(() => withValue(textResult('')));
  const text = resultText(draft.value);
  const whyNot =
    draft.fault !== undefined
      ? 'The JSON is not valid, so there is nothing to send.'
      : draft.value === undefined || text === ''
        ? 'Write the message first.'
        : undefined;
  return (
    <>
      <div className={approval.body}>
        <SamplingRequest params={params} />
        <div className={form.sides}>
          <Field label="The message">
            {({ id }) => (
              <TextArea
                id={id}
                rows={8}
                disabled={gone || draft.fault !== undefined}
                placeholder={text === undefined ? 'not a single text; see the JSON beside' : ''}
                value={text ?? ''}
                onChange={({ target }) => setDraft(withValue(textResult(target.value)))}
              />
            )}
          </Field>
          <div className={form.side}>
            <span className={form.label} aria-hidden>
              The whole result
            </span>
            <JsonEditor
              label="The whole result as JSON"
              text={draft.text}
              disabled={gone}
              onChange={(changed) => setDraft(withText(draft, changed))}
            />
            {draft.fault && <ErrorBanner fault={draft.fault} />}
          </div>
        </div>
      </div>
      {!gone && (
        <AnswerActions answer={answer}>
          <Button
            look="primary"
            disabled={whyNot !== undefined}
            aria-describedby={whyNot && reason}
            onClick={() => answer({ action: 'accept', contentJson: draft.text })}
          >
            Send message
          </Button>
          <Button onClick={() => setDraft(withValue(fakeResult(params)))}>Let the fake model write it</Button>
          <span id={reason} className={styles.reason}>
            {whyNot}
          </span>
        </AnswerActions>
      )}
    </>
  );
}
