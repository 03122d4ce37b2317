import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Input } from '../../components/Input.tsx';
import styles from './ServerForm.module.css';

interface TextRowsProps {
  readonly label: string;
  /** What one row is called. */
  readonly noun: string;
  readonly values: readonly string[];
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Texts as rows, each as it stands. */
export function TextRows({ label, noun, values, placeholder, error, onChange }: TextRowsProps) {
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>{label}</legend>
      {values.map((value, at) => (
        <div key={at} className={styles.row}>
          <Input
            mono
            aria-label={`${noun} ${at + 1}`}
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => onChange(values.with(at, target.value))}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${noun.toLowerCase()} ${at + 1}`}
            onClick={() => onChange(values.toSpliced(at, 1))}
          />
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div>
        <Button look="quiet" onClick={() => onChange([...values, ''])}>
          <Plus size={13} aria-hidden /> Add {/^[aeiou]/i.test(noun) ? 'an' : 'a'} {noun.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}
