import type { FocusEvent, KeyboardEvent } from 'react';

/** Arrow keys walk the buttons of a grid of so many columns; Tab enters it once, at the cell that was left. */
export function useCellKeys(perRow: number): {
  readonly tabIndex: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
} {
  return {
    tabIndex: 0,
    onFocus: ({ target, currentTarget }) => {
      // The grid itself was reached by Tab: hand the focus to a cell.
      if (target !== currentTarget) return;
      const chosen = currentTarget.querySelector<HTMLElement>('[aria-selected="true"] [data-cell]');
      (chosen ?? currentTarget.querySelector<HTMLElement>('[data-cell]'))?.focus();
    },
    onKeyDown: (event) => {
      if (event.key === 'Tab' && event.shiftKey) {
        // Going back must not land on the grid, which would hand the focus forward again.
        const grid = event.currentTarget;
        grid.tabIndex = -1;
        requestAnimationFrame(() => {
          grid.tabIndex = 0;
        });
        return;
      }
      const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')];
      const at = cells.findIndex((cell) => cell === document.activeElement);
      const to = at + (step(event.key, perRow) ?? Number.NaN);
      const next = cells[to];
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
      next.click();
    },
  };
}

function step(key: string, perRow: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'ArrowUp':
      return -perRow;
    case 'ArrowDown':
      return perRow;
    default:
      return undefined;
  }
}
