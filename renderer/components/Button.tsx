import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import styles from './Button.module.css';

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger';

type ButtonProps = ComponentProps<'button'> & { readonly look?: ButtonLook };

/** A push button; never submits a form unless told so by `type`. */
export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(styles.button, look !== 'plain' && styles[look], className)}
      {...rest}
    />
  );
}
