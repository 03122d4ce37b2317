import type { Event } from '../../shared/event.ts';
import { shortId } from '../frame/format.ts';
import type { Selection } from '../stores/place.ts';

export interface Related {
  readonly name: string;
  readonly text: string;
  readonly selection: Selection;
}

/** What an event is about, as things that can be selected. */
export function related(event: Event): readonly Related[] {
  const facts = new Map<string, unknown>(Object.entries(event));
  const text = (name: string): string | undefined => {
    const value = facts.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const links: Related[] = [];
  const [server, tool] = [text('server'), text('tool')];
  if (server !== undefined && tool !== undefined)
    links.push({ name: 'tool', text: tool, selection: { kind: 'tool', server, tool } });
  if (server !== undefined)
    links.push({ name: 'server', text: server, selection: { kind: 'server', id: server } });
  for (const kind of ['call', 'thread', 'response', 'item', 'window'] as const) {
    const id = text(kind);
    if (id !== undefined) links.push({ name: kind, text: shortId(id), selection: { kind, id } });
  }
  return links;
}
