import type { HostTool, RuleRef, ToolLosses } from './types.ts';

/** Members of a listed tool that no wire of a known host carries, as far as this tool has them. */
export function lostFields(tool: HostTool, rules: readonly RuleRef[]): ToolLosses['fields'] {
  const members = [
    ['title', tool.title],
    ['annotations', tool.annotations],
    ['outputSchema', tool.outputSchema],
    ['icons', tool.icons],
    ['_meta', tool.meta],
  ] as const;
  return members.filter(([, value]) => value !== undefined).map(([field]) => ({ field, rules }));
}
