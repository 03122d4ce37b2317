import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Input } from '../../components/Input.tsx';
import styles from './ServerForm.module.css';

interface ArgumentRowsProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Arguments as rows: each is passed as it stands, no shell takes it apart. */
export function ArgumentRows({ values, onChange }: ArgumentRowsProps) {
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>Arguments</legend>
      {values.map((value, at) => (
        <div key={at} className={styles.row}>
          <Input
            mono
            aria-label={`Argument ${at + 1}`}
            value={value}
            onChange={({ target }) => onChange(values.with(at, target.value))}
          />
          <IconButton
            icon={Trash2}
            label={`Remove argument ${at + 1}`}
            onClick={() => onChange(values.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button look="quiet" onClick={() => onChange([...values, ''])}>
          <Plus size={13} aria-hidden /> Add an argument
        </Button>
      </div>
    </fieldset>
  );
}
