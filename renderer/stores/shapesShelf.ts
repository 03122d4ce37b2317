import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RuntimeClient } from '../../shared/contract.ts';
import type { Result } from '../../shared/fault.ts';
import type { ShapesDocument } from '../../shared/shapes/document.ts';

/** So many documents are kept; the one that was asked for longest ago goes. */
const KEEP = 40;

/** What finished runs showed, asked for once each: a capture at rest does not change. */
export interface ShapesShelf {
  readonly store: StoreApi<{ readonly known: ReadonlyMap<string, Result<ShapesDocument>> }>;
  /** Asks for it, unless that was done before and did not fail. */
  readonly want: (capture: string) => void;
}

export function createShapesShelf(client: RuntimeClient): ShapesShelf {
  const store = createStore<{ known: ReadonlyMap<string, Result<ShapesDocument>> }>(() => ({
    known: new Map(),
  }));
  const asked = new Set<string>();
  return {
    store,
    want: (capture) => {
      if (asked.has(capture)) return;
      asked.add(capture);
      void (async () => {
        const reply = await client.request('captures.shapes', { capture });
        if (!reply.ok) asked.delete(capture);
        store.setState(({ known }) => {
          const next = new Map(known).set(capture, reply);
          const [oldest] = next.keys();
          if (next.size > KEEP && oldest !== undefined) {
            next.delete(oldest);
            asked.delete(oldest);
          }
          return { known: next };
        });
      })();
    },
  };
}
