/** What the parts of the stand-in share, and what specs may read: `electronApp.evaluate(({ _double }) => _double.recorded)`. */
import type { Chromium } from './chromium.ts';

interface Recorded {
  readonly api: string;
  readonly args: readonly unknown[];
}

export const state: {
  appPath: string;
  isPackaged: boolean;
  isReady: boolean;
  chromium: Chromium | undefined;
  /** Folder of the browser profile, removed in the end. */
  profile: string | undefined;
  /** Calls whose effect lies outside the program. */
  readonly recorded: Recorded[];
} = {
  appPath: process.cwd(),
  isPackaged: false,
  isReady: false,
  chromium: undefined,
  profile: undefined,
  recorded: [],
};

export function record(api: string, ...args: readonly unknown[]): void {
  state.recorded.push({ api, args });
}

export function browser(): Chromium {
  if (!state.chromium) throw new Error('electron-double: the browser is not running yet');
  return state.chromium;
}
