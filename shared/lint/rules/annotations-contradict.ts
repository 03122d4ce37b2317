import type { ToolContext } from '../types.ts';
import { rule } from './rule.ts';

export const annotationsContradict = rule({
  code: 'annotations-contradict',
  severity: 'warning',
  means: 'The tool says that it only reads and that it can destroy; a host goes by the second.',
  remedy: 'Set destructiveHint to false for a tool that only reads, or leave readOnlyHint out.',
  by: 'tool',
  find: ({ host, tool, row }: ToolContext) => {
    const { annotations } = tool;
    if (row.reach === 'none') return undefined;
    if (annotations?.readOnlyHint !== true || annotations.destructiveHint !== true) return undefined;
    const call = { route: tool, interactive: true, arguments: {} } as const;
    const now = host.profile.approve({ ...call, annotations });
    const without = host.profile.approve({
      ...call,
      annotations: { ...annotations, destructiveHint: false },
    });
    if (now.decision === without.decision) return undefined;
    return {
      says: 'It asks, although the tool says that it only reads.',
      rules: [...now.path, ...now.rules],
      place: '/annotations',
    };
  },
});
