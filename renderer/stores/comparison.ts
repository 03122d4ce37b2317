import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HostRef } from '../../shared/event.ts';

interface Comparison {
  /** The host that stands beside the chosen one; null: none. */
  readonly host: HostRef | null;
  /** Are only tools shown that the two treat differently? */
  readonly onlyDifferences: boolean;
}

/** Two hosts side by side; not part of a link. */
export const comparison = createStore<Comparison>(() => ({ host: null, onlyDifferences: false }));

export const useSecondHost = (): HostRef | null => useStore(comparison, ({ host }) => host);
export const useOnlyDifferences = (): boolean =>
  useStore(comparison, ({ host, onlyDifferences }) => host !== null && onlyDifferences);
