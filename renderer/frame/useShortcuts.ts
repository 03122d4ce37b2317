import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { standingActions } from '../actions/actions.ts';
import { useApp } from '../stores/hooks.ts';

/** Binds the keys of all standing actions. Typing in a field and open dialogs keep their keys to themselves. */
export function useShortcuts(): void {
  const app = useApp();
  useEffect(() => {
    const bindings = standingActions(app).flatMap(({ keys, run }) =>
      keys === undefined
        ? []
        : [
            [
              keys,
              (event: KeyboardEvent): void => {
                if (event.defaultPrevented || !isOurs(event)) return;
                event.preventDefault();
                run();
              },
            ] as const,
          ],
    );
    return tinykeys(window, Object.fromEntries(bindings));
  }, [app]);
}

function isOurs(event: KeyboardEvent): boolean {
  return !(
    event.target instanceof Element &&
    event.target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')
  );
}
