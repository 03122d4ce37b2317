import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import styles from './Input.module.css';

type InputProps = ComponentProps<'input'> & { readonly mono?: boolean };

/** One line of text. */
export function Input({ mono = false, className, type = 'text', ...rest }: InputProps) {
  return (
    <input
      type={type}
      spellCheck={false}
      autoComplete="off"
      className={clsx(styles.input, mono && styles.mono, className)}
      {...rest}
    />
  );
}
