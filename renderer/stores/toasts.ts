import { createStore } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly tone: 'info' | 'fault';
  readonly title: string;
  readonly detail?: string | undefined;
  /** One thing that can be done about it, such as "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

interface Toasts {
  readonly toasts: readonly Toast[];
}

export const toastStore = createStore<Toasts>(() => ({ toasts: [] }));

let next = 0;

/** Says something once, in the corner of the window. */
export function toast(message: Omit<Toast, 'id'>): void {
  const id = next++;
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { ...message, id }] }));
}

export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }));
}
