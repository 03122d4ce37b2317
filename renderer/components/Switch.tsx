import { Switch as Primitive } from 'radix-ui';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly id?: string;
  readonly label?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

/** Something that is on or off at once, without a further step. */
export function Switch({ id, label, checked, onChange, disabled = false, describedBy }: SwitchProps) {
  return (
    <Primitive.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.switch}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
    >
      <Primitive.Thumb className={styles.thumb} />
    </Primitive.Root>
  );
}
