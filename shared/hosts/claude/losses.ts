import { lostFields } from '../losses.ts';
import type { HostTool, ToolLosses } from '../types.ts';
import { claudeSchema } from './schema.ts';

/** Characters of a description that the model gets (CC-90.02). */
const DESCRIPTION_MAX = 2048;
const CUT_MARK = '… [truncated]';

export function cutDescription(text: string): string {
  return text.length > DESCRIPTION_MAX ? `${text.slice(0, DESCRIPTION_MAX)}${CUT_MARK}` : text;
}

export function claudeLosses(tool: HostTool): ToolLosses {
  const original = tool.description ?? '';
  const shown = cutDescription(original);
  return {
    ...claudeSchema(tool.inputSchema),
    fields: lostFields(tool, ['CC-4.07', 'CC-90.01']),
    description: { original, shown, cut: shown !== original, rules: ['CC-4.07', 'CC-90.02'] },
  };
}
