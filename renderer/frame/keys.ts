const onMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** A chord with the system's command key, as printed on its keyboard. */
export const modKey = (key: string): string => (onMac ? `⌘${key}` : `Ctrl ${key}`);

/** A chord as tinykeys writes it, as printed on the keyboard: `$mod+k` becomes `Ctrl K`. */
export function keyLabel(chord: string): string {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const named = new Map([
    ['ArrowLeft', '←'],
    ['ArrowRight', '→'],
    ['Escape', 'Esc'],
  ]).get(key);
  const letter = named ?? key.toUpperCase();
  if (parts.includes('$mod')) return modKey(letter);
  if (parts.includes('Alt')) return onMac ? `⌥${letter}` : `Alt ${letter}`;
  return letter;
}
