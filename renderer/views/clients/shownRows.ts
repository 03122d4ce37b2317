import type { Shape, ShapesDocument } from '../../../shared/shapes/document.ts';

/** How a run of requests of one thread showed one tool. */
export interface ShownRow {
  readonly key: string;
  /** `3`, or `3–5`. */
  readonly requests: string;
  readonly thread: number | null;
  readonly shape: Shape;
  readonly path: string;
  readonly kept: string;
  readonly dropped: string;
  readonly schema: string;
}

/** One row for each way in which a tool was shown; requests in a row that show it alike are one. */
export function shownRows({ requests }: ShapesDocument): ShownRow[] {
  const groups = new Map<
    string,
    { from: number; to: number; thread: number | null; shape: Shape; text: string }
  >();
  const latest = new Map<string, string>();
  for (const { number, thread, tools } of requests) {
    for (const [at, shape] of tools.entries()) {
      const place = `${thread ?? ''} ${shape.server} ${shape.tool} ${tools.slice(0, at).filter((one) => one.server === shape.server && one.tool === shape.tool).length}`;
      const text = JSON.stringify({ ...shape, request: undefined });
      const before = groups.get(latest.get(place) ?? '');
      if (before?.text === text) before.to = number;
      else {
        const key = `${number} ${place}`;
        latest.set(place, key);
        groups.set(key, { from: number, to: number, thread, shape, text });
      }
    }
  }
  return [...groups].map(([key, { from, to, thread, shape }]) => ({
    key,
    requests: from === to ? `${from}` : `${from}–${to}`,
    thread,
    shape,
    ...columnsOf(shape),
  }));
}

function columnsOf(shape: Shape): Pick<ShownRow, 'path' | 'kept' | 'dropped' | 'schema'> {
  const nothing = { path: '', kept: '', dropped: '', schema: '' };
  switch (shape.form) {
    case 'carried':
      return { ...nothing, path: `in request ${shape.request}` };
    case 'absent':
      return nothing;
    case 'reference':
    case 'declaration':
    case 'nameOnly':
      return { ...nothing, path: shape.path };
    case 'flat':
    case 'namespaced':
    case 'searchResult':
    case 'chatFunction':
    case 'functionDeclaration':
    case 'searchText': {
      const others = shape.otherKeys.length;
      return {
        path: shape.path,
        kept: [...shape.kept, ...(others === 0 ? [] : [`${others} unknown`])].join(', '),
        dropped: shape.dropped.join(', '),
        schema: shape.schema,
      };
    }
  }
}
