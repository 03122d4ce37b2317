import type { Event } from '../../shared/event.ts';

const stamps = new Set(['seq', 't', 'kind', 'source', 'evidence', 'clockUncertainty', 'definition']);

/** The facts of an event in one line: `server shape_probe · tool lookup · outcome ok`. */
export function summarize(event: Event): string {
  return Object.entries(event)
    .filter(([key]) => !stamps.has(key))
    .map(([key, value]) => `${key} ${brief(value)}`)
    .join(' · ');
}

function brief(value: unknown): string {
  if (Array.isArray(value))
    return value.length <= 3 ? `[${value.map(brief).join(', ')}]` : `[${value.length}]`;
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).map(brief).join('/');
  }
  return String(value);
}
