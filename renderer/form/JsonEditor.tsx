import { lazy, Suspense } from 'react';
import { TextArea } from '../components/TextArea.tsx';
import type { CodeEditorProps } from './CodeEditor.tsx';
import styles from './JsonEditor.module.css';

const CodeEditor = lazy(() => import('./CodeEditor.tsx'));

/** The JSON editor; a plain text field stands in until its code has loaded. */
export function JsonEditor(props: CodeEditorProps) {
  const { label, text, onChange, disabled = false } = props;
  const plain = (
    <TextArea
      mono
      rows={8}
      aria-label={label}
      value={text}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
  );
  return (
    <div className={styles.editor}>
      <Suspense fallback={plain}>
        <CodeEditor {...props} />
      </Suspense>
    </div>
  );
}
