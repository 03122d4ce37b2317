import { useEffect, useState } from 'react';
import { Tooltip as Primitive } from 'radix-ui';
import styles from './TooltipLayer.module.css';

interface Shown {
  readonly text: string;
  readonly rect: DOMRect;
}

const DELAY_MS = 350;

/** The one tooltip of the window: anything with a `data-tip` gets it on hover and on keyboard focus. */
export function TooltipLayer() {
  const shown = useHoveredTip();
  const [dismissed, setDismissed] = useState<Shown>();
  const open = shown !== undefined && shown !== dismissed;
  const { left, top, width, height } = shown?.rect ?? { left: 0, top: 0, width: 0, height: 0 };
  return (
    <Primitive.Provider>
      <Primitive.Root open={open} onOpenChange={(next) => !next && setDismissed(shown)}>
        <Primitive.Trigger asChild>
          <span aria-hidden className={styles.anchor} style={{ left, top, width, height }} />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className={styles.tip} sideOffset={6} collisionPadding={8}>
            {shown?.text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

function useHoveredTip(): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | undefined;
    const leave = (): void => {
      clearTimeout(timer);
      current = undefined;
      setShown(undefined);
    };
    const enter = (event: Event): void => {
      const element = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
      if (element === (current ?? null)) return;
      leave();
      const text = element?.getAttribute('data-tip');
      if (!element || !text) return;
      if (event.type === 'focusin' && !element.matches(':focus-visible')) return;
      current = element;
      timer = setTimeout(() => {
        if (element.isConnected) setShown({ text, rect: element.getBoundingClientRect() });
      }, DELAY_MS);
    };
    document.addEventListener('pointerover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', leave);
    document.addEventListener('pointerdown', leave);
    document.addEventListener('scroll', leave, true);
    return () => {
      leave();
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('scroll', leave, true);
    };
  }, []);
  return shown;
}
