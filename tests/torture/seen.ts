import { createHash } from 'node:crypto';
import { formatJson, isObject, parseJson } from '../../shared/json.ts';

/** A tool of ours, and a text by which it is found whatever its name became. */
export interface Wanted {
  readonly server: string;
  readonly tool: string;
  readonly mark: string;
}

/** One tool of ours as a client wrote it, raw; nothing else of a request is kept. */
export interface SeenTool {
  readonly server: string;
  readonly tool: string;
  readonly request: number;
  /** JSON path with its positions left out. */
  readonly path: string;
  readonly namespace?: string;
  readonly namespaceDescription?: string;
  readonly keys: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;

/** Our tools in the requests of one run, each where it first stood in each form. */
export function seenIn(bodies: readonly Json[], wanted: readonly Wanted[]): SeenTool[] {
  const seen = new Map<string, SeenTool>();
  for (const [request, body] of bodies.entries()) {
    for (const { path, namespace, entry } of entriesIn(body, '$', undefined)) {
      const text = JSON.stringify(entry);
      const own = wanted.find(({ mark }) => text.includes(mark));
      if (own === undefined) continue;
      const key = JSON.stringify([own.server, own.tool, entry['name'], namespace?.['name'], path]);
      if (seen.has(key)) continue;
      seen.set(key, {
        server: own.server,
        tool: own.tool,
        request,
        path,
        ...(namespace === undefined
          ? {}
          : {
              namespace: String(namespace['name']),
              namespaceDescription: String(namespace['description']),
            }),
        keys: Object.keys(entry),
        entry,
      });
    }
  }
  return [...seen.values()];
}

interface Found {
  path: string;
  namespace: Json | undefined;
  entry: Json;
}

/** Objects that look like a tool: in a list called tools, or in what a program printed of ALL_TOOLS. */
function* entriesIn(value: unknown, path: string, namespace: Json | undefined): Generator<Found> {
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) yield* entriesIn(one, `${path}[]`, namespace);
  } else if (typeof value === 'string') {
    yield* printedIn(value, path);
  } else if (isObject(value)) {
    if (path.endsWith('.tools[]') && typeof value['name'] === 'string') {
      if (Array.isArray(value['tools'])) yield* entriesIn(value['tools'], `${path}.tools`, value);
      else yield { path, namespace, entry: value };
      return;
    }
    for (const [key, inner] of Object.entries(value)) yield* entriesIn(inner, `${path}.${key}`, namespace);
  }
}

function* printedIn(text: string, path: string): Generator<Found> {
  if (!text.startsWith('[{"name":')) return;
  const list = parseJson(text);
  if (!Array.isArray(list)) return;
  for (const entry of list as unknown[]) {
    if (isObject(entry)) yield { path: `${path}#printed`, namespace: undefined, entry };
  }
}

/** Characters of a text or a schema that are kept as they are. */
const KEPT = 600;

/** A long text or schema is told by its digest; members of an object in any order. */
export function brief(value: unknown): unknown {
  const text = formatJson(sorted(value));
  if (text.length <= KEPT) return sorted(value);
  return `${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** What is kept of a sighting: words of ours and structure, none of the client's own words. */
export function compact(seen: SeenTool, ours: readonly string[]) {
  const { server, tool, request, path, namespace, namespaceDescription, keys, entry } = seen;
  const description = typeof entry['description'] === 'string' ? entry['description'] : '';
  const schema = entry['parameters'] ?? entry['input_schema'];
  const declaration = /declare const tools: [\s\S]*\};(?=\n```)/.exec(description)?.[0];
  return {
    server,
    tool,
    request,
    path,
    ...(namespace === undefined ? {} : { namespace }),
    ...(namespaceDescription === undefined
      ? {}
      : { namespaceDescription: partsOf(namespaceDescription, ours) }),
    keys,
    name: entry['name'],
    description: partsOf(description, ours),
    ...(schema === undefined ? {} : { schema: brief(schema) }),
    ...(declaration === undefined ? {} : { declaration: brief(declaration) }),
  };
}

/** Our texts in a text, in their order: whole, or the first so many characters of one; other words are only told to be there. */
export function partsOf(text: string, ours: readonly string[]): readonly string[] {
  const found = [...new Set(ours)]
    .map((own) => ({ own, at: text.indexOf(own) }))
    .filter(({ at }) => at !== -1)
    .toSorted((left, right) => left.at - right.at)
    .map(({ own, at }) => ({ at, end: at + own.length, word: String(brief(own)) }));
  if (found.length > 0) {
    const rest = found.reduce((sum, { end, at }) => sum - (end - at), text.length);
    return [...found.map(({ word }) => word), ...(rest > 0 ? ['words of the host'] : [])];
  }
  const cut = ours.find((own) => own.length > KEPT && text.startsWith(own.slice(0, KEPT)));
  if (cut === undefined) return text === '' ? [] : ['words of the host'];
  let length = 0;
  while (length < cut.length && text[length] === cut[length]) length += 1;
  return [`${length} characters of ${String(brief(cut))}`];
}
