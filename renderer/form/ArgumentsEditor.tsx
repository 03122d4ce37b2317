import { useEffect, useMemo, useState } from 'react';
import { CrashGuard } from '../components/CrashGuard.tsx';
import { ErrorBanner } from '../components/ErrorBanner.tsx';
import type { Checked } from './check.ts';
import { createChecker } from './checker.ts';
import { withText, withValue, type Draft } from './draft.ts';
import { errorSchemaOf } from './errors.ts';
import { JsonEditor } from './JsonEditor.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import styles from './form.module.css';

/** What is being written, in words. */
interface EditorWords {
  readonly form: string;
  readonly json: string;
  /** What becomes of an empty text. */
  readonly none: string;
}

const argumentWords: EditorWords = {
  form: 'Arguments as a form',
  json: 'Arguments as JSON',
  none: 'Nothing written: the call is sent without arguments.',
};

interface ArgumentsEditorProps {
  readonly schema: unknown;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly disabled?: boolean;
  readonly words?: EditorWords;
}

/** Arguments as a form and as JSON, side by side and in step; both edit one draft. */
export function ArgumentsEditor(props: ArgumentsEditorProps) {
  const { schema, draft, onChange, disabled = false, words = argumentWords } = props;
  const checked = useChecked(schema, draft);
  const errors = useMemo(
    () => (checked?.state === 'invalid' ? errorSchemaOf(checked.violations) : {}),
    [checked],
  );
  const invalid = draft.fault !== undefined;
  return (
    <div className={styles.sides}>
      <div role="group" aria-label={words.form} className={styles.side}>
        {invalid && <p className={styles.note}>The form waits until the JSON beside it is valid.</p>}
        <CrashGuard>
          <SchemaForm
            schema={schema}
            value={draft.value}
            errors={errors}
            disabled={disabled || invalid}
            onChange={(value) => {
              // While the JSON is not valid the form shows an older value, which must not come back.
              if (!invalid) onChange(withValue(value));
            }}
          />
        </CrashGuard>
      </div>
      <div className={styles.side}>
        <JsonEditor
          label={words.json}
          text={draft.text}
          disabled={disabled}
          onChange={(text) => onChange(withText(draft, text))}
        />
        {draft.fault && <ErrorBanner fault={draft.fault} />}
        {draft.text.trim() === '' && <p className={styles.note}>{words.none}</p>}
        <p role="status" className={styles.note}>
          {sayChecked(checked)}
        </p>
      </div>
    </div>
  );
}

function useChecked(schema: unknown, draft: Draft): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  const [checker] = useState(createChecker);
  useEffect(() => () => checker.close(), [checker]);
  const { value } = draft;
  useEffect(() => {
    let current = true;
    void (async () => {
      const answer = await checker.check(schema, value ?? {});
      if (current) setChecked(answer);
    })();
    return () => {
      current = false;
    };
  }, [checker, schema, value]);
  return draft.fault ? undefined : checked;
}

function sayChecked(checked: Checked | undefined): string {
  switch (checked?.state) {
    case undefined:
      return '';
    case 'valid':
      return 'Fits the schema.';
    case 'invalid': {
      const count = checked.violations.length;
      return `${count === 1 ? 'One value does' : `${count} values do`} not fit the schema. It can be sent all the same.`;
    }
    case 'unchecked':
      return `Not checked. ${checked.reason}`;
  }
}
