import type { Rect, Virtualizer } from '@tanstack/react-virtual';

/** About what a pane shows, px: the first picture has rows before the browser has said how high the pane is. */
const FIRST_RECT: Rect = { width: 0, height: 450 };

/** Hears of a pane's size from the browser's own layout. Asking for it would lay out the page in the middle of a click. */
function observeElementRect<Pane extends Element>(
  { scrollElement }: Virtualizer<Pane, Element>,
  onRect: (rect: Rect) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined;
  const observer = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.borderBoxSize[0];
    if (box) onRect({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) });
  });
  observer.observe(scrollElement, { box: 'border-box' });
  return () => observer.disconnect();
}

/** Options that every virtual list of ours has. */
export const rowsInSight = { observeElementRect, initialRect: FIRST_RECT, useFlushSync: false };
