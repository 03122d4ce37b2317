import type { ClientId } from '../../shared/contract.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A dialog that can be raised from anywhere. */
export type RaisedDialog =
  | { readonly kind: 'probe' }
  | { readonly kind: 'probeClient'; readonly client: ClientId; readonly version?: string | undefined }
  | { readonly kind: 'addServer' }
  | { readonly kind: 'editServer'; readonly name: string }
  | { readonly kind: 'consent'; readonly name: string };

/** What of the window's frame is open; not part of a link. */
export interface Ui {
  readonly inspector: boolean;
  readonly log: boolean;
  readonly filter: string;
  readonly palette: boolean;
  readonly shortcuts: boolean;
  readonly dialog: RaisedDialog | undefined;
  /** The approval whose dialog was put aside; the queue still shows it. */
  readonly laterApprovals: ReadonlySet<string>;
  /** The same for what servers ask. */
  readonly laterInteractions: ReadonlySet<string>;
  /** The capture whose export sheet is open. */
  readonly exporting: string | undefined;
}

/** Where room is short the inspector takes it from the view, or lies over it: it starts closed and opens with a selection. */
export const createUi = (page: Window): StoreApi<Ui> =>
  createStore<Ui>(() => ({
    inspector: page.matchMedia('(width >= 1200px)').matches,
    log: false,
    filter: '',
    palette: false,
    shortcuts: false,
    dialog: undefined,
    laterApprovals: new Set(),
    laterInteractions: new Set(),
    exporting: undefined,
  }));
