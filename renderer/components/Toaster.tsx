import { Toast as Primitive } from 'radix-ui';
import { X } from 'lucide-react';
import { clsx } from 'clsx';
import { useStore } from 'zustand';
import { dismissToast, toastStore } from '../stores/toasts.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toaster.module.css';

const SHOWN_MS = 8000;

/** The corner where short messages appear; each is also read out. */
export function Toaster() {
  const toasts = useStore(toastStore, (state) => state.toasts);
  return (
    <Primitive.Provider duration={SHOWN_MS} label="Message">
      {toasts.map(({ id, tone, title, detail, action }) => (
        <Primitive.Root
          key={id}
          className={clsx(styles.toast, tone === 'fault' && styles.fault)}
          type={tone === 'fault' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(id)}
        >
          <div className={styles.words}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
            {detail !== undefined && (
              <Primitive.Description className={styles.detail}>{detail}</Primitive.Description>
            )}
          </div>
          {action && (
            <Primitive.Action asChild altText={action.label}>
              <Button onClick={action.run}>{action.label}</Button>
            </Primitive.Action>
          )}
          <Primitive.Close asChild>
            <IconButton icon={X} label="Dismiss" />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport className={styles.corner} label="Messages ({hotkey})" />
    </Primitive.Provider>
  );
}
