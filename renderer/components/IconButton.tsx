import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { clsx } from 'clsx';
import styles from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as tooltip. */
  readonly label: string;
};

/** A square button that shows only an icon; the label is its name and its tooltip. */
export function IconButton({ icon: Icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      className={clsx(styles.button, className)}
      {...rest}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
