import { useMemo, useState } from 'react';
import { formatJson, parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { DiffView } from '../../components/DiffView.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { emptyDraft, withText } from '../../form/draft.ts';
import { JsonEditor } from '../../form/JsonEditor.tsx';
import { textDiff } from './textDiff.ts';
import styles from './Approval.module.css';

interface EditStepProps {
  readonly argumentsJson: string;
  readonly onBack: () => void;
  readonly onAllow: (editedArgumentsJson: string) => void;
}

/** Changes the arguments of a held call; what changes is shown before it is allowed, and that it was is recorded. */
export function EditStep({ argumentsJson, onBack, onAllow }: EditStepProps) {
  const before = useMemo(() => formatJson(parseJson(argumentsJson), 2), [argumentsJson]);
  const [draft, setDraft] = useState(() => withText(emptyDraft, before));
  const changed = draft.text !== before;
  const usable = changed && !draft.fault && draft.value !== undefined;
  return (
    <div className={styles.step}>
      <JsonEditor
        label="Arguments as JSON"
        text={draft.text}
        onChange={(text) => setDraft(withText(draft, text))}
      />
      {draft.fault && <ErrorBanner fault={draft.fault} />}
      {usable && <DiffView label="What you change" lines={textDiff(before, draft.text)} />}
      <div className={styles.line}>
        <Button disabled={!usable} onClick={() => onAllow(draft.text)}>
          Allow once with these arguments
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
