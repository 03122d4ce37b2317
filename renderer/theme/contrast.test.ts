import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function tokensOf(theme: 'dark' | 'light'): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme='${theme}']`)).split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio as WCAG 2.2 defines it, 1 to 21. */
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const surfaces = ['bg', 'panel', 'raised', 'hover', 'select'];
const stages = ['discovery', 'exposure', 'approval', 'execution', 'fault'];

const pairs = [
  ...['text', 'muted', 'faint'].flatMap((ink) => surfaces.map((surface) => [ink, surface] as const)),
  ...stages.flatMap((stage) => [...surfaces, `${stage}-bg`].map((surface) => [stage, surface] as const)),
  ['on-accent', 'accent'] as const,
  ['muted', 'hatch'] as const,
  ['accent', 'panel'] as const,
];

describe.each(['dark', 'light'] as const)('%s theme', (theme) => {
  const tokens = tokensOf(theme);
  it.each(pairs)('%s on %s is readable (AA, 4.5:1)', (ink, surface) => {
    const [a, b] = [tokens.get(ink), tokens.get(surface)];
    expect(a && b ? contrast(a, b) : 0).toBeGreaterThanOrEqual(4.5);
  });
});
