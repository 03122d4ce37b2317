/** The open windows, for those parts that must not depend on what a window is made of. */

export interface OpenWindow {
  readonly id: number;
  close(): void;
  isDestroyed(): boolean;
  /** True once nothing can stop it from closing. */
  readonly _isClosing: boolean;
}

const windows = new Map<number, OpenWindow>();
let nextId = 1;

export const newWindowId = (): number => nextId++;
export const openWindows = (): OpenWindow[] => [...windows.values()];
export const rememberWindow = (window: OpenWindow): void => void windows.set(window.id, window);
export const forgetWindow = (window: OpenWindow): void => void windows.delete(window.id);
