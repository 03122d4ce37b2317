import { aboutNames } from '../assumed.ts';
import { rule } from './rule.ts';

export const toolReplaced = rule({
  code: 'tool-replaced',
  severity: 'error',
  means: 'Another tool of the same name takes the place of this one, so no model can call it.',
  remedy: 'Rename one of the two, so that they differ in letters and digits.',
  by: 'tool',
  find: ({ row }) => {
    if (row.dropped === true) return undefined;
    if (row.reason !== 'overwritten' && row.reason !== 'duplicate') return undefined;
    return { says: `No model is shown it.`, rules: row.rules, assumed: aboutNames(row.assumed) };
  },
});
