import type { ReactNode } from 'react';
import { Dialog as Primitive } from 'radix-ui';
import { X } from 'lucide-react';
import { clsx } from 'clsx';
import { IconButton } from './IconButton.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly size?: 'small' | 'normal' | 'wide';
  readonly children?: ReactNode;
  /** The row of buttons at the foot. */
  readonly actions?: ReactNode;
  /** Makes the dialog a form: Enter in a field, or its submit button, ends here. */
  readonly onSubmit?: () => void;
}

/** A window within the window; closes on Escape, keeps the focus inside and gives it back. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'normal', children, actions, onSubmit } = props;
  const described = description === undefined ? { 'aria-describedby': undefined } : {};
  const inner = (
    <>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </>
  );
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.veil} />
        <Primitive.Content className={clsx(styles.dialog, size !== 'normal' && styles[size])} {...described}>
          <header className={styles.head}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
          </header>
          {description !== undefined && (
            <Primitive.Description className={styles.description}>{description}</Primitive.Description>
          )}
          {onSubmit ? (
            <form
              className={styles.form}
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              {inner}
            </form>
          ) : (
            inner
          )}
          {/* Last, so that the focus begins at what the dialog is about. */}
          <Primitive.Close asChild>
            <IconButton icon={X} label="Close" className={styles.close} />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
