/** What the window shows and what is selected in it: everything that a link to a state must carry. */
export interface Place {
  readonly view: ViewName;
  /** A part of the view: a tab, or the server whose page is open. */
  readonly part?: string | undefined;
  /** The capture that is open; absent: the newest. */
  readonly capture?: string | undefined;
  readonly selection?: Selection | undefined;
}

export const viewNames = [
  'servers',
  'pipeline',
  'timeline',
  'approvals',
  'clients',
  'captures',
  'charts',
  'settings',
] as const;
export type ViewName = (typeof viewNames)[number];

export const stages = ['discovery', 'exposure', 'approval', 'execution'] as const;
export type Stage = (typeof stages)[number];

/** One selection for the whole window, whatever view it was made in. */
export type Selection =
  | {
      readonly kind: 'tool';
      readonly server: string;
      readonly tool: string;
      readonly stage?: Stage | undefined;
    }
  | { readonly kind: 'call' | 'window' | 'response' | 'item' | 'thread' | 'server'; readonly id: string }
  | { readonly kind: 'event'; readonly seq: number };

const idKinds = ['call', 'window', 'response', 'item', 'thread', 'server'] as const;

export const home: Place = { view: 'servers' };

/** A place as the hash of an address, without the number sign: `/pipeline/calls?call=call%3A3`. */
export function formatPlace({ view, part, capture, selection }: Place): string {
  const path = part === undefined ? `/${view}` : `/${view}/${encodeURIComponent(part)}`;
  const query = new URLSearchParams();
  if (capture !== undefined) query.set('capture', capture);
  if (selection) addSelection(query, selection);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function addSelection(query: URLSearchParams, selection: Selection): void {
  if (selection.kind === 'tool') {
    query.set('server', selection.server);
    query.set('tool', selection.tool);
    if (selection.stage) query.set('stage', selection.stage);
  } else if (selection.kind === 'event') query.set('event', String(selection.seq));
  else query.set(selection.kind, selection.id);
}

/** Reads a hash; anything unreadable leads home. */
export function parsePlace(hash: string): Place {
  const [path, query] = split(hash.replace(/^#/, ''), '?');
  const [, name = '', rawPart] = path.split('/');
  const view = viewNames.find((known) => known === name);
  if (!view) return home;
  const part = rawPart === undefined || rawPart === '' ? undefined : decode(rawPart);
  const values = new URLSearchParams(query);
  const capture = values.get('capture');
  const selection = parseSelection(values);
  return {
    view,
    ...(part === undefined ? {} : { part }),
    ...(capture === null ? {} : { capture }),
    ...(selection ? { selection } : {}),
  };
}

function parseSelection(query: URLSearchParams): Selection | undefined {
  const [server, tool, event] = [query.get('server'), query.get('tool'), query.get('event')];
  if (server !== null && tool !== null) {
    const stage = stages.find((known) => known === query.get('stage'));
    return { kind: 'tool', server, tool, ...(stage ? { stage } : {}) };
  }
  if (event !== null && /^\d{1,15}$/.test(event)) return { kind: 'event', seq: Number(event) };
  for (const kind of idKinds) {
    const id = query.get(kind);
    if (id !== null) return { kind, id };
  }
  return undefined;
}

function split(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Do two selections point at the same thing? The stage of a tool does not matter. */
export function sameThing(a: Selection | undefined, b: Selection | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.kind === 'tool') return b.kind === 'tool' && a.server === b.server && a.tool === b.tool;
  if (a.kind === 'event') return b.kind === 'event' && a.seq === b.seq;
  return a.kind === b.kind && 'id' in b && a.id === b.id;
}
