import type { ReactNode } from 'react';
import { AlertDialog as Primitive } from 'radix-ui';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { clsx } from 'clsx';

interface AlertDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** The verb of the dangerous choice, such as "Remove". */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

/** Asks before something that matters; the harmless answer has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, description, confirm, onConfirm, children } = props;
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.veil} />
        <Primitive.Content className={clsx(styles.dialog, styles.small)}>
          <header className={styles.head}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
          </header>
          <Primitive.Description className={styles.description}>{description}</Primitive.Description>
          {children !== undefined && <div className={styles.body}>{children}</div>}
          <footer className={styles.actions}>
            <Primitive.Cancel asChild>
              <Button>Cancel</Button>
            </Primitive.Cancel>
            <Primitive.Action asChild>
              <Button look="danger" onClick={onConfirm}>
                {confirm}
              </Button>
            </Primitive.Action>
          </footer>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
