import { lostFields } from '../losses.ts';
import type { HostTool, SchemaResult, ToolLosses } from '../types.ts';
import { claudeSchema, flattenedNote } from './schema.ts';
import type { ClaudeVersion } from './versions.ts';

const FIELD_RULES = ['CC-4.07', 'CC-90.01'] as const;
const CUT_MARK = '… [truncated]';

/** A text of at most so many characters, with a mark where it was cut (CC-90.02). */
export function cutText(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}${CUT_MARK}` : text;
}

/** The description as the model gets it, declared at once or loaded by a search. */
export function shownDescription(version: ClaudeVersion, tool: HostTool, how: 'declared' | 'loaded'): string {
  const text = `${flattenedNote(version, tool.inputSchema)}${tool.description ?? ''}`;
  return cutText(text, version.descriptionMax[how]);
}

export function claudeLosses(
  version: ClaudeVersion,
  { tool, rewritten }: { tool: HostTool; rewritten?: SchemaResult | undefined },
  how: 'declared' | 'loaded',
): ToolLosses {
  const original = tool.description ?? '';
  const shown = shownDescription(version, tool, how);
  const { schema, lost, findings, rules } = rewritten ?? claudeSchema(version, tool.inputSchema);
  return {
    schema,
    lost,
    findings,
    rules,
    fields: lostFields(tool, FIELD_RULES),
    description: {
      original,
      shown,
      cut: original.length > version.descriptionMax[how],
      rules: ['CC-4.07', 'CC-90.02'],
    },
  };
}
