import type { HostTool } from '../hosts/index.ts';
import { canonicalJson, formatJson, isObject } from '../json.ts';
import type { DefinitionFacts, DescriptionFate, SchemaChanges } from './sight.ts';

const CUT_MARKS = ['… [truncated]', '...[truncated]', '…', '...'];

/** What became of a registered tool's description on its way into the request. */
export function compareDescription(shown: unknown, tool: HostTool): DescriptionFate {
  if (typeof shown !== 'string') return 'absent';
  const original = tool.description ?? '';
  if (shown === original) return 'verbatim';
  const mark = CUT_MARKS.find((candidate) => shown.endsWith(candidate)) ?? '';
  const kept = shown.slice(0, shown.length - mark.length).trimEnd();
  return kept.length < original.length && original.startsWith(kept) && kept !== '' ? 'cut' : 'changed';
}

/** Of changes beyond this many only the count is kept. */
const MAX_CHANGES = 100;
const MAX_DEPTH = 40;

/** Where one schema differs from another. A list of other length is one change; the order of keys is none. */
export function schemaChanges(original: unknown, shown: unknown): SchemaChanges {
  const dropped: string[][] = [];
  const added: string[][] = [];
  const changed: string[][] = [];
  let more = 0;
  const put = (list: string[][], place: string[]): void => {
    if (dropped.length + added.length + changed.length < MAX_CHANGES) list.push(place);
    else more += 1;
  };
  const walk = (before: unknown, after: unknown, place: string[]): void => {
    if (place.length > MAX_DEPTH) {
      if (canonicalJson(before) !== canonicalJson(after)) put(changed, place);
    } else if (isObject(before) && isObject(after)) {
      for (const [key, value] of Object.entries(before)) {
        if (Object.hasOwn(after, key)) walk(value, after[key], [...place, key]);
        else put(dropped, [...place, key]);
      }
      for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) put(added, [...place, key]);
    } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      for (const [index, value] of (before as unknown[]).entries())
        walk(value, after[index], [...place, String(index)]);
    } else if (canonicalJson(before) !== canonicalJson(after)) {
      put(changed, place);
    }
  };
  walk(original, shown, []);
  return { dropped, added, changed, more };
}

type SchemaFacts = Pick<DefinitionFacts, 'schema' | 'otherSchema' | 'changes'>;

/** Clients send the same definitions again and again: the latest comparison of each tool is kept with its text. */
const latest = new WeakMap<HostTool, { readonly text: string; readonly facts: SchemaFacts }>();

/** What became of the input schema: the same text, the same value, or another one, and then where. */
export function compareSchema(shown: unknown, tool: HostTool): SchemaFacts {
  if (shown === undefined) return { schema: 'absent' };
  const text = formatJson(shown);
  const known = latest.get(tool);
  if (known?.text === text) return known.facts;
  const facts = compared(text, shown, tool.inputSchema);
  latest.set(tool, { text, facts });
  return facts;
}

function compared(text: string, shown: unknown, original: unknown): SchemaFacts {
  if (text === formatJson(original)) return { schema: 'verbatim' };
  if (canonicalJson(shown) === canonicalJson(original)) return { schema: 'reordered' };
  return { schema: 'rewritten', otherSchema: shown, changes: schemaChanges(original, shown) };
}
