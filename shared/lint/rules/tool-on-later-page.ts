import { rule } from './rule.ts';

export const toolOnLaterPage = rule({
  code: 'tool-on-later-page',
  severity: 'error',
  means: 'A host reads the first page of tools/list only, so it does not know these tools.',
  remedy: 'Send all tools on one page.',
  gather: true,
  by: 'tool',
  find: ({ row }) =>
    row.reason === 'later-page' ? { says: 'It never asks for a second page.', rules: row.rules } : undefined,
});
