import type { Hit, ToolContext } from '../types.ts';
import { rule } from './rule.ts';

export const nameCollapsesInCode = rule({
  code: 'name-collapses-in-code',
  severity: 'warning',
  means: 'Two tools differ on the wire, but share the name that programs or hooks call them by.',
  remedy: 'Rename one of them: __ inside a name reads as the border between server and tool.',
  by: 'tool',
  find: ({ row }: ToolContext): Hit | undefined => {
    if (row.codeMode === undefined || row.dropped === true) return undefined;
    const finding = row.findings.find(({ code }) => code === 'name-collapses');
    return finding && { says: finding.message, rules: finding.rules };
  },
});
