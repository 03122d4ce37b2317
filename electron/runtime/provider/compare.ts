import type { ObservedTool } from '../../../shared/event.ts';
import type { HostTool } from '../../../shared/hosts/index.ts';
import { canonicalJson, formatJson } from '../../../shared/json.ts';

const CUT_MARKS = ['… [truncated]', '...[truncated]', '…', '...'];

/** What became of a registered tool's description on its way into the request. */
export function compareDescription(shown: unknown, tool: HostTool): ObservedTool['description'] {
  if (typeof shown !== 'string') return 'absent';
  const original = tool.description ?? '';
  if (shown === original) return 'verbatim';
  const mark = CUT_MARKS.find((candidate) => shown.endsWith(candidate)) ?? '';
  const kept = shown.slice(0, shown.length - mark.length).trimEnd();
  return kept.length < original.length && original.startsWith(kept) && kept !== '' ? 'cut' : 'changed';
}

/** What became of its input schema: the same text, the same value, or another one. */
export function compareSchema(shown: unknown, tool: HostTool): ObservedTool['schema'] {
  if (shown === undefined) return 'absent';
  if (formatJson(shown) === formatJson(tool.inputSchema)) return 'verbatim';
  return canonicalJson(shown) === canonicalJson(tool.inputSchema) ? 'reordered' : 'rewritten';
}
