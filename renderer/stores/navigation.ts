import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatPlace, parsePlace, sameThing, type Place, type Selection, type ViewName } from './place.ts';

export interface Navigation {
  readonly store: StoreApi<Place>;
  /** Shows another view; the selection stays. */
  readonly show: (view: ViewName, part?: string) => void;
  /** Selects something in the present view, or nothing. */
  readonly select: (selection: Selection | undefined) => void;
  /** Opens a capture, in the present view or another one; ids of the old one mean nothing there. */
  readonly open: (capture: string | undefined, view?: ViewName) => void;
  readonly go: (place: Place) => void;
  readonly close: () => void;
}

/** Keeps the place in the hash of the address, so that back, forward and links work as in any page. */
export function createNavigation(page: Window): Navigation {
  const store = createStore<Place>(() => parsePlace(page.location.hash));
  const read = (): void => store.setState(parsePlace(page.location.hash), true);
  page.addEventListener('hashchange', read);

  const go = (place: Place): void => {
    const hash = `#${formatPlace(place)}`;
    if (hash !== page.location.hash) page.history.pushState(null, '', hash);
    store.setState(place, true);
  };

  page.addEventListener('popstate', read);
  return {
    store,
    go,
    show: (view, part) => {
      const { capture, selection } = store.getState();
      go({ view, part, capture, selection });
    },
    open: (capture, view = store.getState().view) => go({ view, capture }),
    select: (selection) => {
      const place = store.getState();
      const before = place.selection;
      const unchanged = sameThing(before, selection) && stageOf(before) === stageOf(selection);
      if (!unchanged) go({ ...place, selection });
    },
    close: () => {
      page.removeEventListener('hashchange', read);
      page.removeEventListener('popstate', read);
    },
  };
}

const stageOf = (selection: Selection | undefined): string | undefined =>
  selection?.kind === 'tool' ? selection.stage : undefined;
