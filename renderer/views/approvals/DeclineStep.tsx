import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { TextArea } from '../../components/TextArea.tsx';
import styles from './Approval.module.css';

interface DeclineStepProps {
  readonly onBack: () => void;
  readonly onDecline: (message: string) => void;
}

/** A refusal, with a word to the model if there is one to say. */
export function DeclineStep({ onBack, onDecline }: DeclineStepProps) {
  const [message, setMessage] = useState('');
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        onDecline(message.trim());
      }}
    >
      <Field label="Message to the model" hint="Optional. It is told to the model and never recorded.">
        {({ id, describedBy }) => (
          <TextArea
            id={id}
            aria-describedby={describedBy}
            maxLength={4000}
            autoFocus
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
      <div className={styles.line}>
        <Button type="submit" look="danger">
          Decline
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
