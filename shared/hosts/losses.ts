import type { HostTool, RuleRef, ToolLosses } from './types.ts';

type Fields = ToolLosses['fields'];

/** By the facts behind them and the members that a tool has: thousands of tools share one list. */
const lists = new WeakMap<readonly RuleRef[], Map<number, Fields>>();

/** Members of a listed tool that no wire of a known host carries, as far as this tool has them. */
export function lostFields(tool: HostTool, rules: readonly RuleRef[]): Fields {
  const has =
    (tool.title === undefined ? 0 : 1) +
    (tool.annotations === undefined ? 0 : 2) +
    (tool.outputSchema === undefined ? 0 : 4) +
    (tool.icons === undefined ? 0 : 8) +
    (tool.meta === undefined ? 0 : 16);
  const byMembers = lists.get(rules) ?? new Map<number, Fields>();
  lists.set(rules, byMembers);
  const known = byMembers.get(has);
  if (known !== undefined) return known;
  const fields = (['title', 'annotations', 'outputSchema', 'icons', '_meta'] as const)
    .filter((_, bit) => (has & (1 << bit)) !== 0)
    .map((field) => ({ field, rules }));
  byMembers.set(has, fields);
  return fields;
}
