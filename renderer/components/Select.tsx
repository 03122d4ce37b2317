import { Select as Primitive } from 'radix-ui';
import { Check, ChevronDown } from 'lucide-react';
import { clsx } from 'clsx';
import { nonce } from '../boot.ts';
import styles from './Select.module.css';

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

interface SelectProps<Value extends string> {
  readonly id?: string;
  /** The accessible name, where no label element points here. */
  readonly label?: string;
  readonly value: Value | undefined;
  readonly placeholder?: string;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** One choice of several. Values may be any text: they are passed by index, because an empty value is reserved. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { id, label, value, placeholder = 'Choose…', options, onChange, disabled = false, className } = props;
  const index = options.findIndex((option) => option.value === value);
  const choose = (chosen: string): void => {
    const option = options[Number(chosen)];
    if (option) onChange(option.value);
  };
  return (
    <Primitive.Root value={index < 0 ? '' : String(index)} onValueChange={choose} disabled={disabled}>
      <Primitive.Trigger
        id={id}
        aria-label={label}
        aria-invalid={props.invalid === true ? true : undefined}
        aria-describedby={props.describedBy}
        className={clsx(styles.trigger, className)}
      >
        <span className={styles.value}>
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon className={styles.arrow}>
          <ChevronDown size={13} />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={styles.list} position="popper" sideOffset={4} collisionPadding={8}>
          <Primitive.Viewport nonce={nonce}>
            {options.map((option, at) => (
              <Primitive.Item key={option.value} value={String(at)} className={styles.item}>
                <span className={styles.tick}>
                  <Primitive.ItemIndicator>
                    <Check size={12} />
                  </Primitive.ItemIndicator>
                </span>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
