import { aboutNames } from '../assumed.ts';
import type { Hit, ToolContext } from '../types.ts';
import { rule } from './rule.ts';

export const nameShared = rule({
  code: 'name-shared',
  severity: 'warning',
  means: 'Two tools come to the same name at a host.',
  remedy: 'Rename one of them, so that they differ in letters and digits.',
  by: 'tool',
  find: ({ row }: ToolContext): Hit | undefined => {
    // With a code mode the names on the wire differ, and only other spellings coincide.
    if (row.codeMode !== undefined || row.dropped === true) return undefined;
    const finding = row.findings.find(({ code }) => code === 'name-collapses');
    return finding && { says: finding.message, rules: finding.rules, assumed: aboutNames(row.assumed) };
  },
});
