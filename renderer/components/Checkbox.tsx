import { Checkbox as Primitive } from 'radix-ui';
import { Check } from 'lucide-react';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  readonly id?: string;
  readonly label?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

/** A choice that takes effect later, with the form it stands in. */
export function Checkbox({ id, label, checked, onChange, disabled = false, describedBy }: CheckboxProps) {
  return (
    <Primitive.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.box}
      checked={checked}
      onCheckedChange={(state) => onChange(state === true)}
      disabled={disabled}
    >
      <Primitive.Indicator className={styles.tick}>
        <Check size={12} strokeWidth={2.5} />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
