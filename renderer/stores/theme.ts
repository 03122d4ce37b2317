import type { Settings } from '../../shared/contract.ts';

export type ThemeChoice = Settings['theme'];

const REMEMBERED = 'throughline.theme';

/** Puts a theme on the page and keeps following the system while that is the choice. Returns how to stop. */
export function applyTheme(page: Window, choice: ThemeChoice): () => void {
  const prefersLight = page.matchMedia('(prefers-color-scheme: light)');
  const paint = (): void => {
    const light = choice === 'light' || (choice === 'system' && prefersLight.matches);
    page.document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
  };
  paint();
  remember(page, choice);
  if (choice !== 'system') return () => undefined;
  prefersLight.addEventListener('change', paint);
  return () => prefersLight.removeEventListener('change', paint);
}

/** The theme of the last start, so that the first frame is painted in it before the settings have been read. */
export function rememberedTheme(page: Window): ThemeChoice {
  try {
    const value = page.localStorage.getItem(REMEMBERED);
    return value === 'dark' || value === 'light' ? value : 'system';
  } catch {
    return 'system';
  }
}

function remember(page: Window, choice: ThemeChoice): void {
  try {
    page.localStorage.setItem(REMEMBERED, choice);
  } catch {
    // Storage may be forbidden; the settings of the runtime still hold the choice.
  }
}
