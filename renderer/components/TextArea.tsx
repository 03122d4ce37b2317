import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import styles from './Input.module.css';

type TextAreaProps = ComponentProps<'textarea'> & { readonly mono?: boolean };

/** Several lines of text. */
export function TextArea({ mono = false, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={rows}
      spellCheck={false}
      className={clsx(styles.input, styles.area, mono && styles.mono, className)}
      {...rest}
    />
  );
}
