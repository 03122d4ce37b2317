import { Moon, Sun, SunMoon } from 'lucide-react';
import { IconButton } from '../components/IconButton.tsx';
import { useApp, useSettings } from '../stores/hooks.ts';
import type { ThemeChoice } from '../stores/theme.ts';

const icons = { system: SunMoon, dark: Moon, light: Sun };
const next: Record<ThemeChoice, ThemeChoice> = { system: 'dark', dark: 'light', light: 'system' };

/** Walks through the themes: as the system, dark, light. */
export function ThemeButton() {
  const { changeSettings } = useApp();
  const { theme } = useSettings();
  return (
    <IconButton
      icon={icons[theme]}
      label={`Theme: ${theme}`}
      onClick={() => changeSettings({ theme: next[theme] })}
    />
  );
}
