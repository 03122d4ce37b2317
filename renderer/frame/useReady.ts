import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useCaptures, useOpenCapture, useOpenSummary, useServers } from '../stores/hooks.ts';

const never = createStore(() => ({ version: 0 }));

/** Has the window what it needs to be read: connected, the lists known, the open capture begun? */
export function useReady(): boolean {
  const servers = useServers();
  const captures = useCaptures();
  const capture = useOpenCapture();
  const summary = useOpenSummary();
  const folded = useStore(capture?.store ?? never, ({ version }) => version > 0);
  if (!servers || !captures) return false;
  return captures.length === 0 || folded || summary?.events === 0;
}
